import { trustMail } from '../../ui/trusted-types.ts'

/** What could reach the network or move the frame although scripts and pictures are forbidden, and is of no use here. */
const useless =
  'script, template, base, link, meta[http-equiv], iframe, frame, frameset, object, embed, portal, fencedframe, audio, video'

const policy = "default-src 'none'; style-src 'unsafe-inline'"

/**
 * A mail's HTML as a document for a frame that may do nothing: `sandbox=""` around it, a policy that loads nothing in it, and
 * no links that lead anywhere (frames without permission open no windows).
 */
export function previewDocument(html: string, scheme: 'light' | 'dark'): string {
  const mail = new DOMParser().parseFromString(trustMail(html), 'text/html')
  for (const element of mail.querySelectorAll(useless)) element.remove()
  for (const element of mail.querySelectorAll('*')) {
    for (const { name } of [...element.attributes])
      if (/^on|^ping$/i.test(name)) element.removeAttribute(name)
    if (/^(a|area|form)$/i.test(element.localName)) element.setAttribute('target', '_blank')
  }
  // What the mail says of dark and light mail programs is decided here, whatever the browser prefers.
  const decided = (css: string) =>
    css.replaceAll(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_whole, asked: string) =>
      asked.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)',
    )
  for (const style of mail.querySelectorAll('style')) {
    style.textContent = decided(style.textContent ?? '')
    if (style.media) style.media = decided(style.media)
  }
  const first = (name: string, attributes: Record<string, string>, text = '') => {
    const element = mail.createElement(name)
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
    element.textContent = text
    mail.head.prepend(element)
  }
  first('style', {}, `:root { color-scheme: ${scheme} } body { overflow-wrap: break-word }`)
  first('meta', { 'http-equiv': 'x-dns-prefetch-control', content: 'off' })
  // Before everything else: a policy counts from where it stands.
  first('meta', { 'http-equiv': 'Content-Security-Policy', content: policy })
  first('meta', { charset: 'utf-8' })
  return `<!doctype html>${mail.documentElement.outerHTML}`
}
