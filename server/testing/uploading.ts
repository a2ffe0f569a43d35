import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { partsPath, type Upload } from '@portreeve/contract/staff/files'
import sharp from 'sharp'
import { apiKey, type Harness } from './harness.ts'

/** A small picture. */
export const smallPicture = (red = 200, width = 8) =>
  sharp({ create: { width, height: 6, channels: 3, background: { r: red, g: 20, b: 20 } } })
    .png()
    .toBuffer()

export const headersOf = async (s: Harness, role: Role) => ({
  authorization: `Bearer ${await s.token(role)}`,
  'x-api-key': apiKey,
})

/** Sends a part of a file as the console does. */
export async function sendPart(s: Harness, role: Role, id: string, offset: number, payload: Buffer) {
  const answer = await s.server.inject({
    method: 'PATCH',
    url: partsPath(id, offset),
    headers: { ...(await headersOf(s, role)), 'content-type': 'application/octet-stream' },
    payload,
  })
  const body = answer.json<{ data: Upload | null; code?: string; error_message?: string }>()
  return { status: answer.statusCode, ...body }
}

/** Announces a file and sends it whole. */
export async function upload(s: Harness, role: Role, bytes: Buffer, name = 'picture.png') {
  const started = await s.call(role, api.files.start, { body: { name, size: bytes.length } })
  if (started.status !== 200) return { ...started.body, status: started.status }
  return sendPart(s, role, started.body.data.id, 0, bytes)
}

/** The id of an uploaded picture. */
export const uploaded = async (s: Harness, role: Role, bytes?: Buffer) =>
  (await upload(s, role, bytes ?? (await smallPicture()))).data?.file?.id ?? ''

/** Looks at a file. */
export const look = async (s: Harness, role: Role, id: string) =>
  s.server.inject({ method: 'GET', url: `/v1/admin/files/${id}`, headers: await headersOf(s, role) })
