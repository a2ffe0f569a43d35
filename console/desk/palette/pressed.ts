import type { AnyRouter } from '@tanstack/react-router'
import { shown } from '../../ui/browser/shortcuts.ts'
import { labelOf, nameOf } from './letters.ts'

/** Goes to the page of a letter; to none if no page has it, or the navigation does not show it. */
export function goTo(router: AnyRouter, letter: string): void {
  const label = labelOf(letter)
  const route = Object.values(router.routesById as Record<string, AnyRouter['routeTree']>).find(
    ({ options }) => label !== undefined && nameOf(options.staticData) === label,
  )
  if (route) router.history.push(String(route.fullPath).replace(/\$\w+$/, 'overview'))
}

const links = 'a[href]:not([tabindex="-1"])'

/** `j` and `k` move the focus from row to row of the page's lists, `x` ticks the row's checkbox, `o` opens its first link. */
export function moveInList(key: string): void {
  const rows = shown('main tbody > tr, main [role="list"] > li, main ul > li').filter(
    (row) => row.querySelector(links) && !row.closest('aside'),
  )
  const focused = rows.findIndex((row) => row.contains(document.activeElement))
  // From the panel beside the list: the row that it shows.
  const at =
    focused === -1 ? rows.findIndex((row) => row.querySelector('[data-peek][aria-current]')) : focused
  const row = rows[at]
  if (key === 'x') row?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click()
  else if (key === 'o') (row?.querySelector<HTMLElement>(links) ?? null)?.click()
  else {
    const next = rows[at === -1 ? 0 : at + (key === 'j' ? 1 : -1)]
    next?.querySelector<HTMLElement>(links)?.focus()
  }
}
