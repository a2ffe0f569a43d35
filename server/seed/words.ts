import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A table of the demo's words: `words/{name}.json`. The build copies the folder. Throws where the file does not fit its schema. */
export const wordsIn = <S extends z.ZodType>(name: string, schema: S): z.infer<S> =>
  schema.parse(JSON.parse(readFileSync(new URL(`./words/${name}.json`, import.meta.url), 'utf8')))

/** Texts of which one is picked. */
export const texts = z.array(z.string()).min(1)
