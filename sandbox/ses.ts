import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Face, Surroundings } from './face.ts'
import { type Fields, readForm } from './form.ts'
import { openJournal } from './journal.ts'
import { inXml, isXmlText, xmlOf } from './ses-xml.ts'
import { type Answer, behave } from './switches.ts'

const parts = ['SubjectPart', 'TextPart', 'HtmlPart'] as const
type Part = (typeof parts)[number]
type Template = { TemplateName: string; created: string } & Partial<Record<Part, string>>
interface Entry {
  put?: Template
  gone?: string
}

interface Options {
  /** The access key id that calls must be signed with. */
  key: string
  /** The maximum number of templates of an account. */
  maxTemplates?: number | undefined
}

/** Bytes of one template's bodies. */
const largest = 500 * 1024

class SesRefusal extends Error {
  readonly code: string
  readonly status: number
  constructor(code: string, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

const answerOf = (status: number, body: string): Answer => ({
  status,
  body,
  headers: { 'content-type': 'text/xml; charset=utf-8', 'x-amzn-requestid': randomUUID() },
})
const refusal = (code: string, message: string, status = 400): Answer =>
  answerOf(
    status,
    xmlOf('ErrorResponse', {
      Error: { Type: status < 500 ? 'Sender' : 'Receiver', Code: code, Message: message },
      RequestId: randomUUID(),
    }),
  )
const faults = {
  fail: refusal('InternalFailure', 'We encountered an internal error. Please try again.', 500),
  fail_429: refusal('Throttling', 'Rate exceeded'),
}

/** Amazon SES's templates: its first API (2010-12-01), forms in, XML out. */
export function sesFace(around: Surroundings, { key, maxTemplates = 20_000 }: Options): Face {
  const templates = new Map<string, Template>()
  const apply = ({ put, gone }: Entry) => {
    if (put) templates.set(put.TemplateName, put)
    if (gone !== undefined) templates.delete(gone)
  }
  const journal = openJournal<Entry>(join(around.folder, 'journal.ndjson'), apply)
  const write = (entry: Entry) => {
    journal.add(entry)
    apply(entry)
  }

  const find = (name: string) => {
    const found = templates.get(name)
    if (!found) throw new SesRefusal('TemplateDoesNotExist', `Template ${name} does not exist`)
    return found
  }

  const actions: Record<string, (fields: Fields) => Record<string, unknown>> = {
    CreateTemplate: (fields) => {
      const template = templateIn(fields)
      if (templates.has(template.TemplateName))
        throw new SesRefusal('AlreadyExists', `Template ${template.TemplateName} already exists`)
      if (templates.size >= maxTemplates)
        throw new SesRefusal('LimitExceeded', `You have reached the maximum of ${maxTemplates} templates.`)
      write({ put: template })
      return {}
    },
    UpdateTemplate: (fields) => {
      const template = templateIn(fields)
      write({ put: { ...template, created: find(template.TemplateName).created } })
      return {}
    },
    GetTemplate: (fields) => {
      const { created: _created, ...template } = find(nameIn(fields, 'TemplateName'))
      return { Template: template }
    },
    // SES does not report a template that is already deleted.
    DeleteTemplate: (fields) => {
      write({ gone: nameIn(fields, 'TemplateName') })
      return {}
    },
    ListTemplates: (fields) => {
      const size = fields.MaxItems === undefined ? 10 : Number(fields.MaxItems)
      if (!Number.isInteger(size) || size < 1 || size > 100)
        throw new SesRefusal('ValidationError', 'MaxItems must be between 1 and 100')
      const from = typeof fields.NextToken === 'string' ? Number(fields.NextToken) : 0
      const all = [...templates.values()].sort((a, b) => b.created.localeCompare(a.created))
      return {
        TemplatesMetadata: all
          .slice(from, from + size)
          .map(({ TemplateName, created }) => ({ Name: TemplateName, CreatedTimestamp: created })),
        ...(from + size < all.length ? { NextToken: String(from + size) } : {}),
      }
    },
  }

  const answer = (fields: Fields): Answer => {
    const name = String(fields.Action ?? '')
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    try {
      if (!action || fields.Version !== '2010-12-01')
        throw new SesRefusal(
          'InvalidAction',
          `Could not find operation ${name} for version ${fields.Version}`,
        )
      return answerOf(
        200,
        xmlOf(`${name}Response`, {
          [`${name}Result`]: action(fields),
          ResponseMetadata: { RequestId: randomUUID() },
        }),
      )
    } catch (error) {
      if (error instanceof SesRefusal) return refusal(error.code, error.message, error.status)
      throw error
    }
  }

  const call = async (request: FastifyRequest<{ Body: Fields | null }>, reply: FastifyReply) => {
    const fields = request.body ?? {}
    const signed =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/[\w-]+\/ses\/aws4_request, ?SignedHeaders=[^,]+, ?Signature=[0-9a-f]{64}$/
    const given = signed.exec(request.headers.authorization ?? '')?.[1]
    if (given !== key) {
      const no = given
        ? refusal('InvalidClientTokenId', 'The security token included in the request is invalid.', 403)
        : refusal('MissingAuthenticationToken', 'Request is missing Authentication Token', 403)
      return reply
        .code(no.status)
        .headers(no.headers ?? {})
        .send(no.body)
    }
    const changes = !/^(Get|List)/.test(String(fields.Action))
    const names = Object.values(fields).join('\n')
    return behave(around.switches.use('ses', changes, names), { request, reply }, faults, () =>
      answer(fields),
    )
  }

  return {
    name: 'ses',
    about: 'Amazon SES: email templates, at /ses. What it keeps at /ses/state.json.',
    routes: (app) => {
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: 8 * 1024 * 1024 },
        (_request, body, parsed) => parsed(null, readForm(String(body))),
      )
      for (const path of ['/ses', '/ses/']) app.post(path, call)
      app.get('/ses/state.json', () => ({ templates: [...templates.values()] }))
    },
    close: async () => journal.close(),
  }
}

function nameIn(fields: Fields, field: string): string {
  const name = fields[field]
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name))
    throw new SesRefusal(
      'ValidationError',
      `1 validation error detected: Value '${String(name ?? '')}' at '${field}' failed to satisfy constraint: only letters, digits, underscores and dashes, at most 64`,
    )
  return name
}

function templateIn(fields: Fields): Template {
  const TemplateName = nameIn(fields, 'Template.TemplateName')
  const given: Partial<Record<Part, string>> = {}
  for (const part of parts) {
    const text = fields[`Template.${part}`]
    if (typeof text === 'string') given[part] = text
  }
  const texts = Object.values(given)
  if (!texts.every(isXmlText)) throw new SesRefusal('InvalidTemplate', 'Illegal characters in the template.')
  const bytes = Buffer.byteLength(`${given.TextPart ?? ''}${given.HtmlPart ?? ''}`)
  if (bytes > largest) throw new SesRefusal('LimitExceeded', 'Template size exceeds the maximum of 500 KB.')
  const bad = texts.find((text) => !isBalanced(text))
  if (bad !== undefined)
    throw new SesRefusal('InvalidTemplate', `Template could not be parsed: ${inXml(bad).slice(0, 60)}`)
  return { TemplateName, ...given, created: new Date().toISOString() }
}

/** Blocks such as `{{#if}}` must be closed, in order. A variable without a value is accepted silently. */
function isBalanced(text: string): boolean {
  const open: string[] = []
  for (const [, mark, word] of text.matchAll(/\{\{([#/])\s*([\w.-]+)[^}]*\}\}/g)) {
    if (mark === '#') open.push(word ?? '')
    else if (open.pop() !== word) return false
  }
  return open.length === 0
}
