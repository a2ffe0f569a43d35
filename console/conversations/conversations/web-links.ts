/** A part of a text; `to` is the address of a link. */
interface Part {
  readonly part: string
  readonly to?: string
}

const link = /\b(?:https?:\/\/|www\.)[^\s<>"“”]+/giu
/** A sentence's punctuation after an address, and a bracket that the address did not open. */
const trailing = (address: string): number => {
  const end = /[.,;:!?'’)\]}…]+$/.exec(address)?.[0] ?? ''
  return end.startsWith(')') && address.includes('(') ? end.length - 1 : end.length
}

/** A web address as the browser reads it; null for anything else, such as 'javascript:'. */
export function webAddress(typed: string): URL | null {
  const address = parsed(typed)
  return address && /^https?:$/.test(address.protocol) && address.hostname.includes('.') ? address : null
}

function parsed(typed: string): URL | null {
  try {
    return new URL(typed)
  } catch {
    return null
  }
}

/** A text in parts: the web addresses in it, and the rest. */
export function webLinksIn(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(link)) {
    const part = found.slice(0, found.length - trailing(found))
    const address = webAddress(/^www\./i.test(part) ? `https://${part}` : part)
    if (!address) continue
    if (index > end) parts.push({ part: text.slice(end, index) })
    parts.push({ part, to: address.href })
    end = index + part.length
  }
  return end < text.length ? [...parts, { part: text.slice(end) }] : parts
}
