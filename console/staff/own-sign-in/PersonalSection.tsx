import { NativeSelect, Stack, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { viewLists } from '@portreeve/contract/desk/saved-views'
import { type PersonalSettings, startPages } from '@portreeve/contract/staff/personal-settings'
import { usePersonalSettings } from '../../data/personal-settings.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'

const pageNames: Record<(typeof startPages)[number], string> = {
  '/dashboard/users': 'Users',
  '/dashboard/pending_review': 'Pending Review',
  '/dashboard/txns/overview': 'Orders',
  '/dashboard/disputes': 'Disputes',
  '/dashboard/refunds': 'Refunds',
  '/dashboard/messages': 'Messages',
  '/dashboard/desk': 'Desk',
}

const densities = [
  { value: 'normal', label: 'Normal' },
  { value: 'compact', label: 'Compact: more rows on the screen' },
]

const digests: { value: PersonalSettings['digest']; label: string }[] = [
  { value: 'off', label: 'Never' },
  { value: 'hourly', label: 'After an hour' },
  { value: 'daily', label: 'After a day' },
]

/** The browser's zone has no name of its own in the list: it follows the device. */
const ofDevice = ''
const device = {
  value: ofDevice,
  label: `This device's (${Intl.DateTimeFormat().resolvedOptions().timeZone})`,
}
const known = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** With the chosen one: another browser may know it by another name. */
const zonesWith = (chosen: string | null) => [
  device,
  ...new Set([...(chosen === null ? [] : [chosen]), ...known]),
]

/** The caller's settings of the console. Each is saved when it is chosen. */
export function PersonalSection() {
  const settings = usePersonalSettings()
  const save = useAction(api.staff.saveMySettings, {
    done: 'Settings saved',
    failed: 'Your settings could not be saved',
    refetch: [api.staff.mySettings],
  })
  const views = useData(api.savedViews.list, {}, { once: true }).data ?? []
  const startView = views.find(({ id }) => id === settings.start_view)
  const set = (change: Partial<PersonalSettings>) => void save.run({ body: change })
  return (
    <Stack component="section" gap="sm" maw={360} aria-labelledby="own-settings">
      <Title order={2} size="h4" id="own-settings">
        Settings
      </Title>
      <NativeSelect
        label="Time zone"
        description="Of all times that are not marked UTC"
        data={zonesWith(settings.time_zone)}
        value={settings.time_zone ?? ofDevice}
        onChange={({ currentTarget: { value } }) => set({ time_zone: value === ofDevice ? null : value })}
      />
      <NativeSelect
        label="Density of tables"
        data={densities}
        value={settings.density}
        onChange={({ currentTarget: { value } }) => set({ density: value === 'compact' ? value : 'normal' })}
      />
      <NativeSelect
        label="Mail unread notifications"
        description="One mail with all of them, once the oldest has waited"
        data={digests}
        value={settings.digest}
        onChange={({ currentTarget: { value } }) => {
          const digest = digests.find((one) => one.value === value)
          if (digest) set({ digest: digest.value })
        }}
      />
      <NativeSelect
        label="Start page"
        data={[
          ...startPages.map((value) => ({ value, label: pageNames[value] })),
          ...views.map(({ id, list, name }) => ({ value: id, label: `${viewLists[list].words}: ${name}` })),
        ]}
        value={startView?.id ?? settings.start_page}
        onChange={({ currentTarget: { value } }) => {
          const start_page = startPages.find((page) => page === value)
          set(start_page ? { start_page, start_view: null } : { start_view: value })
        }}
      />
    </Stack>
  )
}
