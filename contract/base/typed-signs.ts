const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|(?!\s)\p{Cc}/gu

/** A text without its invisible characters: zero-width and direction marks, soft hyphens, control characters. A blank Braille pattern becomes a space. */
export const visible = (value: string): string => value.replace(invisible, '').replaceAll('\u2800', ' ')

/** What keyboards and word processors write for the signs of the language: each is one character, so that places stay. */
const typedFor: Readonly<Record<string, string>> = { '：': ':' }
export const plainSigns = (typed: string) => typed.replace(/[“”„‟″«»＂：]/g, (sign) => typedFor[sign] ?? '"')
/** The same in a value that is no text: full-width signs and digits, and the mathematical '≥'. */
export const plainValue = (written: string) =>
  written.normalize('NFKC').replace('≤', '<=').replace('≥', '>=').toLowerCase()
