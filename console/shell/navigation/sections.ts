import type { Permission } from '@portreeve/contract/base/rights'
import { type AnyRoute, type LinkProps, useRouter } from '@tanstack/react-router'

/** A link of the navigation, with its pages. */
interface Place {
  readonly label: string
  readonly link: Pick<LinkProps, 'to' | 'params'>
  /** The path prefixes of its pages. */
  readonly under: readonly string[]
}

/** A tab of the navigation. */
interface Section extends Place {
  /** The links below it, which are shown on its pages. */
  readonly below: readonly Place[]
  /** Null: the spec requires the tab, so it is always shown. */
  readonly mayAny: readonly Permission[] | null
}

/** The tabs from the routes' static data, in the routes' order. */
export function useSections(): readonly Section[] {
  const routes: AnyRoute[] = Object.values(useRouter().routesById)
  const labels = [...new Set(routes.flatMap((route) => route.options.staticData?.tab ?? []))]
  return labels.map((label) => {
    const pages = routes.filter((route) => route.options.staticData?.tab === label)
    const below = [...new Set(pages.flatMap((route) => route.options.staticData?.below ?? []))]
    return {
      ...placeOf(label, pages),
      below: below.map((name) =>
        placeOf(
          name,
          pages.filter((route) => route.options.staticData?.below === name),
        ),
      ),
      mayAny: pages[0]?.options.staticData?.mayAny ?? null,
    }
  })
}

const placeOf = (label: string, pages: readonly AnyRoute[]): Place => ({
  label,
  link: { to: pages[0]?.fullPath as LinkProps['to'], params: { id: 'overview' } },
  under: pages.map(({ fullPath }: AnyRoute) => String(fullPath).replace(/\/\$.*/, '')),
})

/** NAV-14: whether a path is a page of a link, or below one. */
export const isIn = ({ under }: Place, pathname: string): boolean =>
  under.some((path) => pathname === path || pathname.startsWith(`${path}/`))
