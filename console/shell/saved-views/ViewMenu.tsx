import { Button, Menu } from '@mantine/core'
import { api } from '@portreeve/contract'
import {
  isSameSearch,
  type SavedView,
  type ViewListName,
  viewSearch,
} from '@portreeve/contract/desk/saved-views'
import { IconChevronDown } from '@tabler/icons-react'
import { useLinkProps, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { linkOfView } from '../../data/saved-views.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import type { ChoiceLink } from '../lists/ChoiceLinks.tsx'
import { ManageViewsDialog } from './ManageViewsDialog.tsx'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import classes from './saved-views.module.css'

interface ViewMenuProps {
  list: ViewListName
  /** The fixed views, where the menu has all. */
  choices: readonly ChoiceLink[]
}

/** The saved views of a list, own and shared, as a menu of links; and how to save and manage them. */
export function ViewMenu({ list, choices }: ViewMenuProps) {
  const search = viewSearch(list, useSearch({ strict: false }))
  const saved = useData(api.savedViews.list, {})
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const views = saved.data?.filter((view) => view.list === list)
  const current = views?.find((view) => isSameSearch(view.search, search))
  const fixed = choices.find(({ isCurrent }) => isCurrent)
  const filtered = Object.keys(search).length > 0
  const items = (shared: boolean) =>
    views
      ?.filter((view) => view.shared === shared)
      .map((view) => (
        <MenuLink
          key={view.id}
          label={view.name}
          isCurrent={view === current}
          link={linkOfView(view) as ChoiceLink['link']}
        />
      )) ?? []
  return (
    <>
      <Menu
        position="bottom-end"
        width={260}
        portalProps={{ target: 'main' }}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {current ? `View: ${current.name}` : fixed ? `View: ${fixed.label}` : 'Saved views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {choices.map((choice) => (
            <MenuLink key={choice.label} {...choice} isCurrent={choice.isCurrent && !current} />
          ))}
          {choices.length > 0 && <Menu.Divider />}
          {saved.failure && (
            <Menu.Item closeMenuOnClick={false} onClick={saved.reload}>
              The saved views could not be loaded. Retry
            </Menu.Item>
          )}
          {saved.loading && <Menu.Item disabled>Loading the saved views…</Menu.Item>}
          {views?.length === 0 && <Menu.Item disabled>No saved views yet</Menu.Item>}
          <Part label="Personal">{items(false)}</Part>
          <Part label="Shared with the team">{items(true)}</Part>
          <Menu.Divider />
          {current ? (
            <StartHere view={current} />
          ) : filtered ? (
            <Menu.Item onClick={() => setDialog('save')}>Save this view…</Menu.Item>
          ) : (
            <Menu.Item disabled>
              {list === 'messages' ? 'Open a view of the team to save it' : 'Filter the list to save a view'}
            </Menu.Item>
          )}
          {views && views.length > 0 && (
            <Menu.Item onClick={() => setDialog('manage')}>Rename, share or delete…</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveViewDialog list={list} search={search} onClose={() => setDialog(null)} />}
      {dialog === 'manage' && <ManageViewsDialog views={views ?? []} onClose={() => setDialog(null)} />}
    </>
  )
}

/** Makes the opened view the page with which the console begins. */
function StartHere({ view }: { view: SavedView }) {
  const settings = useData(api.staff.mySettings, {}).data
  const save = useAction(api.staff.saveMySettings, {
    failed: 'Your start page could not be saved',
    refetch: [api.staff.mySettings],
  })
  const isStart = settings?.start_view === view.id
  return (
    <Menu.Item
      disabled={!settings}
      onClick={() => void save.run({ body: { start_view: isStart ? null : view.id } })}
    >
      {isStart ? 'No longer begin with this view' : 'Begin with this view'}
    </Menu.Item>
  )
}

/** Items below a label. The label is no item of the menu, so only the group's name is read out. */
function Part({ label, children }: { label: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a menu
    <div role="group" aria-label={label}>
      <Menu.Label aria-hidden>{label}</Menu.Label>
      {children}
    </div>
  )
}

function MenuLink({ label, figure, isCurrent, link }: ChoiceLink) {
  const props = useLinkProps({ ...link, resetScroll: false })
  return (
    // The router marks each link that the address contains as the page, also the one without a filter.
    <Menu.Item
      component="a"
      {...props}
      aria-current={isCurrent ? 'true' : undefined}
      fw={isCurrent ? 600 : undefined}
      rightSection={figure}
    >
      <bdi>{label}</bdi>
    </Menu.Item>
  )
}
