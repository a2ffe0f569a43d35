/** An accepted mail. */
export interface Mail {
  id: string
  /** Time of arrival, ISO-8601 UTC. */
  at: string
  from: string
  /** The recipients of the envelope. */
  to: string[]
  subject: string
  text: string
  html: string
  messageId: string
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const style = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { max-width: 760px; margin: 32px auto; padding: 0 16px }
  article { border: 1px solid #8886; border-radius: 8px; padding: 12px 16px; margin: 16px 0 }
  h2 { font-size: 15px; margin: 0 } p { margin: 4px 0; color: #777 } pre { white-space: pre-wrap; margin: 12px 0 0 }`

/** A page of the accepted mails, newest first. It does not show a mail's HTML: that is foreign text. */
export function mailPage(mails: Mail[]): string {
  const articles = mails.map(
    (mail) => `<article>
      <h2>${escaped(mail.subject) || '(no subject)'}</h2>
      <p>to ${escaped(mail.to.join(', '))} · from ${escaped(mail.from)} · <time>${mail.at}</time></p>
      <pre>${escaped(mail.text || (mail.html ? '(this mail has only HTML)' : ''))}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mail – Portreeve sandbox</title>
    <meta name="viewport" content="width=device-width"><style>${style}</style>
    <h1>Mail</h1><p>Nothing leaves this computer. Newest first; reload for more.</p>
    ${articles.join('\n') || '<p>No mail yet.</p>'}</html>`
}
