const namespace = 'http://ses.amazonaws.com/doc/2010-12-01/'

/** Escapes a text for XML; line breaks of every kind survive. */
export const inXml = (text: string) => text.replace(/[&<>"'\r]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** Whether XML can carry a text. */
export const isXmlText = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for those
  !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)

const inner = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((one) => `<member>${inner(one)}</member>`).join('')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, one]) => `<${name}>${inner(one)}</${name}>`)
      .join('')
  return inXml(String(value))
}

/** A value as Amazon's query protocol answers it: lists have members. */
export const xmlOf = (root: string, value: object) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">${inner(value)}</${root}>\n`
