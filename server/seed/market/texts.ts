import { z } from 'zod'
import { canned, slang } from '../canned.ts'
import type { Texts } from '../rows.ts'
import { wordsIn } from '../words.ts'
import { ago } from '../world.ts'

const Pair = z.tuple([z.string(), z.string()])
const { macros, mails, samples } = wordsIn(
  'texts',
  z.strictObject({
    /** Title and text. */
    macros: z.array(Pair),
    /** Name, subject and body. */
    mails: z.array(z.tuple([z.string(), z.string(), z.string()])),
    /** The samples of the variables, by name. */
    samples: z.array(Pair),
  }),
)

const page = (subject: string, body: string) => `<style>
  body { margin: 0; font-family: system-ui, sans-serif }
  .card { max-width: 520px; margin: 0 auto; padding: 24px }
  @media (prefers-color-scheme: dark) { body { background: #191d22; color: #d3d7dc } }
</style>
<div class="card">
  <h1 style="font-size: 20px">${subject}</h1>
  <p>Hello {{name}},</p>
  <p>${body}</p>
  <p>Your marketplace</p>
</div>`

/** Macros, templates, keywords and the standard messages of the review. */
export function makeTexts(now: number): Texts {
  const made = (at: number) => ago(now, 24 * (40 + at * 23))
  return {
    moderatingMessages: Object.entries(canned).flatMap(([map, texts]) =>
      Object.entries(texts).map(([key, text]) => ({ map, key, text })),
    ),
    keywords: slang.map(([terms, preferred_term], at) => ({
      id: `keyword-${at + 1}`,
      terms,
      preferred_term,
      created_at: made(at),
    })),
    macros: macros.map(([title, text], at) => ({ id: `macro-${at + 1}`, title, text, created_at: made(at) })),
    emailVariables: samples.map(([name, sample]) => ({ name, sample })),
    emailTemplates: mails.map(([TemplateName, SubjectPart, body], at) => ({
      TemplateName,
      SubjectPart,
      TextPart: `Hello {{name}},\n\n${body.replace(/<\/?b>/g, '')}\n\nYour marketplace`,
      HtmlPart: page(SubjectPart, body),
      CreatedTimestamp: made(at),
    })),
  }
}
