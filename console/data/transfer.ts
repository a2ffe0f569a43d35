import { api } from '@portreeve/contract'
import { partBytes, partsPath, type StoredFile, type Upload } from '@portreeve/contract/staff/files'
import type { Backend } from './backend.tsx'
import { addressOf } from './call.ts'
import { CallFailure, type RefusedBody } from './failure.ts'

// Files: their bytes are no JSON, so they are sent and fetched beside the calls.

/** Attempts of a part that got no answer, or none of use, with a longer wait before each. */
const maxAttempts = 5
/** Milliseconds in which a part must be answered. */
const timeout = 120_000

/** Sends a file part by part, and goes on where it was after a break. @param onSent receives the bytes that have arrived */
export async function sendFile(
  backend: Backend,
  file: File,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<StoredFile> {
  const { name, size } = file
  let state: Upload = (await backend.call(api.files.start, { body: { name, size } }, { signal })).data
  for (let attempt = 1; state.file === null; )
    try {
      const part = file.slice(state.offset, state.offset + partBytes)
      const answer = await send(backend, partsPath(state.id, state.offset), signal, part)
      state = ((await answer.json()) as { data: Upload }).data
      attempt = 1
      onSent(state.offset)
    } catch (error) {
      const failure = asFailure(error)
      const mayPass = failure.noAnswer || failure.conflict || failure.status >= 500
      if (signal.aborted || !mayPass || attempt === maxAttempts) throw failure
      await new Promise((done) => setTimeout(done, 500 * 2 ** attempt))
      attempt += 1
      const { data } = await backend
        .call(api.files.upload, { params: { id: state.id } }, { signal })
        .catch(() => ({ data: state }))
      state = data
    }
  return state.file
}

/** The bytes of a stored file. Each look is audited. */
export const fetchFile = async (backend: Backend, id: string): Promise<Blob> =>
  (await send(backend, addressOf('', api.files.bytes, { params: { id } }))).blob()

/** Throws a CallFailure, as a call does. */
async function send({ environment, session }: Backend, path: string, signal?: AbortSignal, part?: Blob) {
  const token = await session.token()
  const timer = AbortSignal.timeout(timeout)
  const answer = await fetch(environment.api + path, {
    method: part ? 'PATCH' : 'GET',
    headers: {
      Authorization: `Bearer ${token}`,
      'x-api-key': environment.apiKey,
      ...(part && { 'Content-Type': 'application/octet-stream' }),
    },
    body: part ?? null,
    signal: signal ? AbortSignal.any([signal, timer]) : timer,
  })
  if (answer.ok) return answer
  const failure = new CallFailure(
    answer.status,
    (await answer.json().catch(() => null)) as RefusedBody | null,
  )
  if (failure.signedOut) await session.expire(token)
  throw failure
}

const asFailure = (error: unknown) =>
  error instanceof CallFailure ? error : new CallFailure(0, null, { cause: error })
