/** The browser's Trusted Types, which guard every place where text becomes HTML; not every browser has them. */
interface Factory {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string | null },
  ) => { createHTML: (html: string) => string }
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes

// Libraries write without a policy of their own: allow style sheets, which contain no element, and refuse all else.
factory?.createPolicy('default', { createHTML: (html) => (html.includes('<') ? null : html) })

const mail = factory?.createPolicy('portreeve-mail', { createHTML: (html) => html })

/** Marks a mail's HTML as trusted. Only for a document without a window, or a sandboxed frame. */
export const trustMail = (html: string): string => mail?.createHTML(html) ?? html
