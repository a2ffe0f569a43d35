import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Keys of one answer to a list: few, so that a list has pages. */
const perPage = 2

/** A store that speaks the part of S3's protocol that the adapter uses, for one bucket. A key that contains `fails` is refused. */
export async function startS3(bucket: string, fails = '\0') {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const xml = (response: ServerResponse, status: number, body: string) =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`)
  const refuse = (response: ServerResponse, status: number, code: string) =>
    xml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://s3')
    const [, name, ...rest] = pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    const upload = query.get('uploadId') ?? ''
    const { method } = request
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256'))
      return refuse(response, 403, 'AccessDenied')
    if (name !== bucket) return refuse(response, 404, 'NoSuchBucket')
    if (key.includes(fails)) return refuse(response, 403, 'AccessDenied')
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, new Map())
      const made = `<Bucket>${name}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`
      return xml(response, 200, `<InitiateMultipartUploadResult>${made}</InitiateMultipartUploadResult>`)
    }
    if (method === 'POST') {
      const parts = [...(uploads.get(upload) ?? [])].sort(([a], [b]) => a - b)
      objects.set(key, Buffer.concat(parts.map(([, part]) => part)))
      uploads.delete(upload)
      return xml(
        response,
        200,
        `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`,
      )
    }
    if (method === 'PUT') {
      const parts = uploads.get(upload)
      if (parts) parts.set(Number(query.get('partNumber')), body)
      else objects.set(key, body)
      return response.writeHead(200, { etag: '"e"' }).end()
    }
    if (method === 'DELETE') {
      if (!uploads.delete(upload)) objects.delete(key)
      return response.writeHead(204).end()
    }
    if (key === '') {
      const after = query.get('continuation-token') ?? ''
      const all = [...objects.keys()]
        .filter((one) => one.startsWith(query.get('prefix') ?? '') && one > after)
        .sort()
      const some = all.slice(0, perPage)
      const next = all.length > perPage ? `<NextContinuationToken>${some.at(-1)}</NextContinuationToken>` : ''
      const contents = some.map((one) => `<Contents><Key>${one}</Key></Contents>`).join('')
      return xml(
        response,
        200,
        `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${contents}${next}</ListBucketResult>`,
      )
    }
    const found = objects.get(key)
    if (!found) return refuse(response, 404, 'NoSuchKey')
    const end = /^bytes=0-(\d+)$/.exec(request.headers.range ?? '')?.[1]
    return end === undefined
      ? response.writeHead(200).end(found)
      : response.writeHead(206).end(found.subarray(0, Number(end) + 1))
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    keys: () => [...objects.keys()].sort(),
    /** Uploads in parts that have not ended. */
    open: () => uploads.size,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
