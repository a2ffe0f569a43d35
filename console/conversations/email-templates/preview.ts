import { trustMail } from '../../ui/browser/trusted-types.ts'

/** Elements that could send requests or navigate the frame in spite of the policy. The preview does not need them. */
const removedElements =
  'script, template, base, link, meta[http-equiv], iframe, frame, frameset, object, embed, portal, fencedframe, audio, video'

const policy = "default-src 'none'; style-src 'unsafe-inline'"

/**
 * A mail's HTML as a document for a frame with `sandbox=""`. Its policy loads nothing, and its links target a new window,
 * which the sandbox blocks.
 */
export function previewDocument(html: string, scheme: 'light' | 'dark'): string {
  const mail = new DOMParser().parseFromString(trustMail(html), 'text/html')
  for (const element of mail.querySelectorAll(removedElements)) element.remove()
  for (const element of mail.querySelectorAll('*')) {
    for (const { name } of [...element.attributes])
      if (/^on|^ping$/i.test(name)) element.removeAttribute(name)
    if (/^(a|area|form)$/i.test(element.localName)) element.setAttribute('target', '_blank')
  }
  // The chosen scheme decides the mail's `prefers-color-scheme` queries, not the browser's preference.
  const withScheme = (css: string) =>
    css.replaceAll(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_whole, queried: string) =>
      queried.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)',
    )
  for (const style of mail.querySelectorAll('style')) {
    style.textContent = withScheme(style.textContent ?? '')
    if (style.media) style.media = withScheme(style.media)
  }
  const prependToHead = (name: string, attributes: Record<string, string>, text = '') => {
    const element = mail.createElement(name)
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
    element.textContent = text
    mail.head.prepend(element)
  }
  prependToHead('style', {}, `:root { color-scheme: ${scheme} } body { overflow-wrap: break-word }`)
  prependToHead('meta', { 'http-equiv': 'x-dns-prefetch-control', content: 'off' })
  // Above everything but the charset: a policy applies only to the elements after it.
  prependToHead('meta', { 'http-equiv': 'Content-Security-Policy', content: policy })
  prependToHead('meta', { charset: 'utf-8' })
  return `<!doctype html>${mail.documentElement.outerHTML}`
}
