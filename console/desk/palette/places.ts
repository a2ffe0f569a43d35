import { may } from '@portreeve/contract/base/rights'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Place } from '../../data/recent.ts'
import { useMe } from '../../data/rights.ts'
import { letterOf, nameOf } from './letters.ts'

/** The pages that the role may open, with the keys that lead there. */
export function usePages(): readonly (Place & { keys?: string })[] {
  const router = useRouter()
  const me = useMe()
  const routes = Object.values(router.routesById).filter(
    ({ options: { staticData } }) =>
      nameOf(staticData) && (!staticData?.may || (me && may(me, staticData.may))),
  )
  const pages = routes.map((route) => {
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
  return pages.filter(({ title }, at) => pages.findIndex((one) => one.title === title) === at)
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
