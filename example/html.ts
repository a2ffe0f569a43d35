/** A piece of HTML. */
export type Html = { html: string }
type Value = Html | Html[] | string | false

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
function textOf(value: Value = ''): string {
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (typeof value === 'object') return value.html
  return value === false ? '' : value.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')
}

/** Makes HTML of a template. Texts in it are escaped. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html => ({
  html: parts.map((part, at) => part + textOf(values[at])).join(''),
})

const style = html`
  :root { color-scheme: light dark; --line: light-dark(#d9dde3, #383d45); --edge: light-dark(#7d8590, #6b727c) }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem; background: light-dark(#f5f6f8, #14161a) }
  nav { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; padding-bottom: .75rem; border-bottom: 1px solid var(--line) }
  h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin: 0 } a { color: light-dark(#0b5cd6, #7fb2ff) }
  article, form { background: light-dark(#fff, #1d2025); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; margin: .75rem 0; overflow-wrap: anywhere }
  nav form { margin: 0 0 0 auto; padding: 0; border: 0; background: none } article p { margin: .25rem 0 }
  label { display: block; margin-bottom: .5rem } input, select { display: block; box-sizing: border-box; width: 100%; max-width: 28rem }
  input, select, button { font: inherit; padding: .375rem .75rem; border: 1px solid var(--edge); border-radius: 6px }
  main button { color: #fff; background: #0b5cd6; border-color: #0b5cd6 } nav button { color: inherit; background: none }`

// The page reads itself again after each change, unless something is being typed on it.
const live = html`
  new EventSource('/changes').onmessage = async () => {
    const answer = await fetch(location.href)
    if (answer.redirected) return location.replace(answer.url)
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main')
    const isTyping = [...document.querySelectorAll('input')].some((one) => one.value || one === document.activeElement)
    if (fresh && !isTyping) document.querySelector('main').replaceWith(fresh)
  }`

/** A whole page. @param who the name of the person who is signed in */
export const layout = (title: string, main: Html, who?: string): string =>
  html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}, example marketplace</title><style>${style}</style>${
    who !== undefined &&
    html`<nav><strong>Example marketplace</strong><a href="/">Listings</a><a href="/mine">My listings</a>
<a href="/orders">My orders</a><a href="/messages">Messages</a><a href="/decisions">Decisions</a>
<form method="post" action="/sign-out"><button>Sign out ${who}</button></form></nav><script>${live}</script>`
  }<main><h1>${title}</h1>${main}</main></html>`.html
