import { api } from '@portreeve/contract'
import { type PersonalSettings, startPages, usualSettings } from '@portreeve/contract/staff/personal-settings'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setTimeZone } from '../format/time-zone.ts'
import { useOwnUid } from './backend.tsx'
import type { Call } from './call.ts'
import { queryOf } from './queries.ts'
import { type ListLink, linkOfView } from './saved-views.ts'
import type { SessionState } from './session.ts'
import { usePending } from './use-action.ts'
import { useData } from './use-data.ts'

const placeOf = (uid: string) => `portreeve-settings-${uid}`

/** The person's settings as this browser last knew them; null on a browser that does not know them. */
export function rememberedSettings(uid: string): PersonalSettings | null {
  try {
    const text = localStorage.getItem(placeOf(uid))
    if (text === null) return null
    const kept = { ...usualSettings, ...(JSON.parse(text) as Partial<PersonalSettings>) }
    const start_page = startPages.find((page) => page === kept.start_page) ?? usualSettings.start_page
    return { ...kept, start_page }
  } catch {
    return null
  }
}

const linkOfPage = (page: PersonalSettings['start_page']): ListLink =>
  page === '/dashboard/txns/overview' ? linkOfView({ list: 'orders', search: {} }) : { to: page, search: {} }

/** The person's start page: as this browser knows it, else as the server does, else the usual one. */
export async function startPageOf(queries: QueryClient, call: Call, state: SessionState): Promise<ListLink> {
  const known = 'uid' in state ? rememberedSettings(state.uid) : null
  const { start_page, start_view } =
    known ??
    (await queries.fetchQuery(queryOf(call, api.staff.mySettings, {})).then(
      ({ data }) => data,
      () => usualSettings,
    ))
  if (!start_view) return linkOfPage(start_page)
  // A view may have changed, or be deleted.
  return queries.fetchQuery(queryOf(call, api.savedViews.list, {})).then(
    ({ data }) => {
      const view = data.find(({ id }) => id === start_view)
      return view ? linkOfView(view) : linkOfPage(start_page)
    },
    () => linkOfPage(start_page),
  )
}

/** The person's settings, with the change that is on its way. */
export function usePersonalSettings(): PersonalSettings {
  const uid = useOwnUid()
  // Once: another server of the spec does not have this call.
  const { data } = useData(api.staff.mySettings, {}, { once: true })
  const change = usePending(api.staff.saveMySettings).at(-1)?.body
  // A server of the release before has fewer settings.
  return { ...usualSettings, ...(data ?? (uid === null ? null : rememberedSettings(uid))), ...change }
}

/** Applies the person's time zone and density to the whole page, and remembers the settings for the next start. */
export function useAppliedSettings(): void {
  const uid = useOwnUid()
  const settings = usePersonalSettings()
  const { time_zone, density } = settings
  // Only what the server said: the usual settings would lead the next start to the usual page.
  const isKnown = useData(api.staff.mySettings, {}, { once: true }).data !== undefined
  const text = isKnown ? JSON.stringify(settings) : null
  // The page's root and the formats are outside React.
  useEffect(() => setTimeZone(time_zone), [time_zone])
  useEffect(() => {
    document.documentElement.dataset.density = density
  }, [density])
  useEffect(() => {
    if (uid !== null && text !== null) localStorage.setItem(placeOf(uid), text)
  }, [uid, text])
}
