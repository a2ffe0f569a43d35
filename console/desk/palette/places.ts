import { mayAny, type Rights } from '@portreeve/contract/base/rights'
import { type AnyRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Place } from '../../data/recent.ts'
import { useMe } from '../../data/rights.ts'
import { letterOf, nameOf } from './letters.ts'

/** The pages that the role may open, with the keys that lead there. */
export function usePages(): readonly (Place & { keys?: string })[] {
  const { routesById } = useRouter()
  return pagesOf(Object.values(routesById), useMe())
}

/** The same of some routes, for someone; null while they are unknown. */
export function pagesOf(routes: readonly AnyRoute[], me: Rights | null): (Place & { keys?: string })[] {
  const named = routes.filter(({ options }) => nameOf(options.staticData))
  // The first page of a name has its permission: what is below it is no way around.
  const first = named.filter(
    ({ options }, at) =>
      named.findIndex((one) => nameOf(one.options.staticData) === nameOf(options.staticData)) === at,
  )
  const shown = first.filter(
    ({ options: { staticData } }) => !staticData?.mayAny || (me && mayAny(me, staticData.mayAny)),
  )
  return shown.map((route) => {
    const title = nameOf(route.options.staticData) ?? ''
    const letter = letterOf(title)
    return {
      kind: 'Page',
      title,
      detail: '',
      to: route.fullPath.replace(/\$\w+$/, 'overview'),
      ...(letter && { keys: `g ${letter}` }),
    }
  })
}

/** The actions of the record behind the palette that are possible now, with their keys, as buttons of the page. */
export function useActionsOfPage(): readonly (Place & { run: () => void; keys?: string })[] {
  // Read once: the palette makes the page behind it inert.
  const [actions] = useState(() =>
    [...document.querySelectorAll<HTMLButtonElement>('[data-record-actions] button')]
      .filter((button) => !button.disabled && button.ariaDisabled !== 'true' && button.offsetParent !== null)
      .map((button) => ({
        kind: 'Action',
        title: button.ariaLabel ?? button.textContent.trim(),
        detail: '',
        to: '',
        // After the palette has returned the focus.
        run: () => setTimeout(() => button.click()),
        ...(button.getAttribute('aria-keyshortcuts') && {
          keys: button.getAttribute('aria-keyshortcuts') ?? '',
        }),
      })),
  )
  return actions
}
