import { z } from 'zod'
import { withoutPassword } from '../core/start-error.ts'

// The kinds of values that variables have.

/** Minimum length of a secret in characters. */
export const minSecret = 32

/** A variable that `read` parses. Unparsable text is refused as "NAME must be WHAT, not 'TEXT'". */
export const must = <Value>(what: string, read: (text: string) => Value | undefined) =>
  z.string().transform((text, ctx): Value => {
    const value = read(text)
    if (value !== undefined) return value
    const shown = withoutPassword(text.length > 60 ? `${text.slice(0, 60)}…` : text)
    ctx.addIssue({ code: 'custom', message: `must be ${what}, not '${shown}'` })
    return z.NEVER
  })

export const whole = (min: number, max: number) =>
  must(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  })

export const oneOf = <const Name extends string>(...names: Name[]) =>
  must(names.join(' or '), (text) => names.find((name) => name === text))

const address = (what: string, protocols: RegExp) =>
  must(what, (text) => {
    const [protocol = ''] = /^[a-z]+:/.exec(text) ?? []
    return protocols.test(protocol) && URL.canParse(text) ? text : undefined
  })

export const web = address('an address that begins with https:// or http://', /^https?:$/)
export const database = address(
  'an address like postgres://user:password@host:5432/database',
  /^(postgres(ql)?|socket):$/,
)

export const listed = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
export const list = z.string().transform(listed)

/** A secret. Its error message does not quote it. */
export const secret = z
  .string()
  .min(minSecret, `must have at least ${minSecret} characters: make one with openssl rand -hex 32`)

export const json = <Schema extends z.ZodType>(what: string, schema: Schema) =>
  z.string().transform((text, ctx): z.output<Schema> => {
    try {
      const read = schema.safeParse(JSON.parse(text))
      if (read.success) return read.data
      const [issue] = read.error.issues
      const at = issue?.path.join('.')
      ctx.addIssue({ code: 'custom', message: `must be ${what}; ${at ? `${at}: ` : ''}${issue?.message}` })
    } catch {
      ctx.addIssue({ code: 'custom', message: `is not valid JSON: it must be ${what}` })
    }
    return z.NEVER
  })
