import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Fields } from './form.ts'
import type { StripeFile } from './stripe-book.ts'
import { newId, now, only, type Plan, text } from './stripe-calls.ts'
import type { Surroundings } from './stripe-disputes.ts'
import { badParameter, noSuch } from './stripe-objects.ts'

/** Stripe's limit of a file of the purpose 'dispute_evidence', bytes. */
const maxFile = 5 * 1024 * 1024

/** The types of evidence, by the first bytes. */
const types = { pdf: '%PDF-', png: '\x89PNG\r\n\x1a\n', jpg: '\xff\xd8\xff' }

/** POST /v1/files and its reading. */
export function fileRoutes(
  app: FastifyInstance,
  { book, reading, changing }: Omit<Surroundings, 'hooks'>,
): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: 2 * maxFile },
    (request, body, parsed) => parsed(null, readParts(request.headers['content-type'] ?? '', body as Buffer)),
  )
  app.post('/v1/files', { bodyLimit: 2 * maxFile }, changing(planFile))
  app.get(
    '/v1/files/:id',
    reading(({ params }) => {
      const file = book.files.get(params.id)
      if (!file) throw noSuch('file upload', params.id, 'id')
      return fileObject(file)
    }),
  )
}

/** The parts of a form: a file is the fields of what is kept of it. */
function readParts(contentType: string, body: Buffer): Fields {
  const fields: Fields = Object.create(null)
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? ''
  for (const part of body.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const content = rest.join('\r\n\r\n').slice(0, -2)
    const name = / name="([^"]*)"/.exec(head)?.[1] ?? ''
    const filename = / filename="([^"]*)"/.exec(head)?.[1]
    const type = Object.entries(types).find(([, first]) => content.startsWith(first))?.[0] ?? ''
    fields[name] =
      filename === undefined
        ? Buffer.from(content, 'latin1').toString()
        : {
            ...{ filename: Buffer.from(filename, 'latin1').toString(), size: String(content.length), type },
            digest: createHash('sha256').update(content, 'latin1').digest('hex'),
          }
  }
  return fields
}

function planFile(fields: Fields): Plan {
  only(fields, ['purpose', 'file'])
  if (text(fields, 'purpose') !== 'dispute_evidence')
    throw badParameter('purpose', 'parameter_invalid_enum', 'The sandbox has only dispute_evidence.')
  const given = fields.file
  if (typeof given !== 'object')
    throw badParameter('file', 'parameter_missing', 'Missing required param: file.')
  const type = String(given.type)
  if (type === '')
    throw badParameter(
      'file',
      'invalid_file_type',
      'We only accept files of type PDF, JPEG or PNG for this purpose.',
    )
  if (Number(given.size) > maxFile)
    throw badParameter('file', 'file_too_large', 'The file is larger than 5 MB.')
  const file: StripeFile = {
    ...{ id: newId('file'), filename: String(given.filename), size: Number(given.size), type },
    created: now(),
  }
  return { entry: { file }, body: fileObject(file) }
}

const fileObject = (file: StripeFile) => ({
  ...file,
  ...{ object: 'file', purpose: 'dispute_evidence', title: null, url: null, expires_at: null },
})
