/** The browser's guard over the places where a text becomes a page's HTML; not all browsers have one. */
interface Factory {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string | null },
  ) => { createHTML: (html: string) => string }
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes

// What libraries write without asking: the styles of the design, in which no element can begin. Anything else is refused.
factory?.createPolicy('default', { createHTML: (html) => (html.includes('<') ? null : html) })

const mail = factory?.createPolicy('portreeve-mail', { createHTML: (html) => html })

/** Lets a mail's HTML through the guard: only for a document without a window, or a frame that may do nothing. */
export const trustMail = (html: string): string => mail?.createHTML(html) ?? html
