import {
  CreateTemplateCommand,
  DeleteTemplateCommand,
  GetTemplateCommand,
  ListTemplatesCommand,
  SESClient,
  SESServiceException,
  type Template,
  UpdateTemplateCommand,
} from '@aws-sdk/client-ses'
import type { EmailTemplateMetadata, TemplateParts } from '@portreeve/contract/conversations/email-templates'
import { TemplateRefused, type Templates } from './email-templates.ts'

export interface SesOptions {
  /** Access key id and secret. */
  key: string
  secret: string
  region: string
  /** Replaces SES's own address; e.g. http://127.0.0.1:4600/ses. */
  address?: string
  /** Timeout of one call in milliseconds. */
  timeoutMs?: number
}

/** Backoff in milliseconds of a throttled read: SES accepts one call a second of most kinds. */
const backoffs = [300, 1100]

/** Templates at Amazon SES (its first API, whose answers have the spec's shapes). */
export function sesTemplates({ key, secret, region, address, timeoutMs = 3000 }: SesOptions): Templates {
  const client = new SESClient({
    region,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    ...(address === undefined ? {} : { endpoint: address }),
    // Our worker retries changes with the same idempotency key.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  })

  return {
    list: () =>
      clearly(async () => {
        const found: EmailTemplateMetadata[] = []
        let token: string | undefined
        do {
          const page = await retryThrottled(() =>
            client.send(new ListTemplatesCommand({ MaxItems: 100, ...(token ? { NextToken: token } : {}) })),
          )
          for (const { Name, CreatedTimestamp } of page.TemplatesMetadata ?? [])
            if (Name) found.push({ Name, CreatedTimestamp: CreatedTimestamp?.toISOString() ?? '' })
          token = page.NextToken
        } while (token)
        return found.sort((a, b) => (a.Name < b.Name ? -1 : 1))
      }),

    read: (name) =>
      clearly(async () => {
        try {
          const { Template: found } = await retryThrottled(() =>
            client.send(new GetTemplateCommand({ TemplateName: name })),
          )
          return found && partsOf(found)
        } catch (error) {
          if (error instanceof SESServiceException && codeOf(error) === 'TemplateDoesNotExist')
            return undefined
          throw error
        }
      }),

    create: (name, parts) =>
      clearly(async () => {
        await client.send(new CreateTemplateCommand({ Template: templateOf(name, parts) }))
      }),

    replace: (name, parts) =>
      clearly(async () => {
        await client.send(new UpdateTemplateCommand({ Template: templateOf(name, parts) }))
      }),

    remove: (name) =>
      clearly(async () => {
        await client.send(new DeleteTemplateCommand({ TemplateName: name }))
      }),
  }
}

const partsOf = ({ SubjectPart, TextPart, HtmlPart }: Template): TemplateParts => ({
  SubjectPart: SubjectPart ?? null,
  TextPart: TextPart ?? null,
  HtmlPart: HtmlPart ?? null,
})

const templateOf = (name: string, { SubjectPart, TextPart, HtmlPart }: TemplateParts): Template => ({
  TemplateName: name,
  ...(SubjectPart === null ? {} : { SubjectPart }),
  ...(TextPart === null ? {} : { TextPart }),
  ...(HtmlPart === null ? {} : { HtmlPart }),
})

/** Retries a read after a backoff when SES throttles it. */
async function retryThrottled<T>(call: () => Promise<T>): Promise<T> {
  for (const wait of backoffs) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof SESServiceException && isThrottled(error))) throw error
      await new Promise((done) => setTimeout(done, wait))
    }
  }
  return call()
}

/** SES's own error code. The client appends 'Exception' to the codes that it knows. */
const codeOf = (error: SESServiceException) => error.name.replace(/Exception$/, '')
const isThrottled = (error: SESServiceException) =>
  /^(Throttling|RequestLimitExceeded|TooManyRequests)/.test(error.name)

const refusals: Record<string, (message: string) => string> = {
  TemplateDoesNotExist: () => 'Amazon SES has no such template any more.',
  AlreadyExists: () => 'Amazon SES has a template of this name already.',
  InvalidTemplate: (message) => `Amazon SES does not take this template: ${message}`,
  LimitExceeded: (message) => `Amazon SES takes no more: ${message}`,
  ValidationError: (message) => `Amazon SES refused: ${message}`,
  InvalidParameterValue: (message) => `Amazon SES refused: ${message}`,
}

/** Throws TemplateRefused for a definite refusal, and an error for an unknown outcome. Drops the client's errors: they may hold headers. */
async function clearly<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    if (!(error instanceof SESServiceException)) {
      const { name = '', code = '' } = error as { name?: string; code?: string }
      throw new Error(`No clear answer from Amazon SES: ${[name, code].filter(Boolean).join(' ')}`)
    }
    // A wrong key is no refusal: a retry with the right key will find an earlier attempt.
    const words = refusals[codeOf(error)]
    if (words) throw new TemplateRefused(words(error.message))
    throw new Error(
      `No clear answer from Amazon SES: ${error.name} ${error.$metadata.httpStatusCode ?? ''}`.trim(),
    )
  }
}
