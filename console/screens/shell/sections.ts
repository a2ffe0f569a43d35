import type { Permission } from '@portreeve/contract/rights'
import { type AnyRoute, type LinkProps, useRouter } from '@tanstack/react-router'

/** A tab of the navigation. */
interface Section {
  readonly label: string
  readonly link: Pick<LinkProps, 'to' | 'params'>
  /** The paths of its pages. */
  readonly under: readonly string[]
  /** Null: the spec fixes the tab, so it is shown to everybody. */
  readonly may: Permission | null
}

/** The tabs that the routes name, in their order. */
export function useSections(): readonly Section[] {
  const routes: AnyRoute[] = Object.values(useRouter().routesById)
  const labels = [...new Set(routes.flatMap((route) => route.options.staticData?.tab ?? []))]
  return labels.map((label) => {
    const own = routes.filter((route) => route.options.staticData?.tab === label)
    const [first] = own
    return {
      label,
      link: { to: first?.fullPath as LinkProps['to'], params: { id: 'overview' } },
      under: own.map(({ fullPath }: AnyRoute) => String(fullPath).replace(/\/\$.*/, '')),
      may: first?.options.staticData?.may ?? null,
    }
  })
}

/** NAV-14: whether a path is that of a section's page, or below one. */
export const isIn = ({ under }: Section, pathname: string): boolean =>
  under.some((path) => pathname === path || pathname.startsWith(`${path}/`))
