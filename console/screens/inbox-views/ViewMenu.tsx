import { Button, Menu } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { InboxView } from '@portreeve/contract/inbox'
import type { SavedView } from '@portreeve/contract/inbox-views'
import { IconChevronDown } from '@tabler/icons-react'
import { useLinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import type { ChoiceLink } from '../../parts/desk/ChoiceLinks.tsx'
import classes from '../inbox/inbox.module.css'
import { type InboxSearch, isSameView, searchOf } from '../inbox/search.ts'
import { ManageViewsDialog } from './ManageViewsDialog.tsx'
import { SaveViewDialog } from './SaveViewDialog.tsx'

interface ViewMenuProps {
  search: InboxSearch
  /** The fixed views, where the menu has all. */
  choices: readonly ChoiceLink[]
}

/** The saved views, own and shared, as a menu of links; and how to save and manage them. */
export function ViewMenu({ search, choices }: ViewMenuProps) {
  const saved = useData(api.inboxViews.list, {})
  const whyNot = useWhyNot('inbox.write')
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const current = saved.data?.find((view) => isSameView(view, search))
  const fixed = choices.find(({ isCurrent }) => isCurrent)
  const own = saved.data?.filter(({ shared }) => !shared) ?? []
  const shared = saved.data?.filter((view) => view.shared) ?? []
  const item = (view: SavedView) => (
    <MenuLink
      key={view.id}
      label={view.name}
      isCurrent={view === current}
      link={{ to: '/dashboard/messages', search: searchOf(view) }}
    />
  )
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
            size="xs"
            className={classes.menuTarget ?? ''}
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
          {saved.data?.length === 0 && <Menu.Item disabled>No saved views yet</Menu.Item>}
          <Part label="Personal">{own.map(item)}</Part>
          <Part label="Shared with the team">{shared.map(item)}</Part>
          {whyNot === null && (
            <>
              <Menu.Divider />
              {search.view && !current && (
                <Menu.Item onClick={() => setDialog('save')}>Save this view…</Menu.Item>
              )}
              {saved.data && saved.data.length > 0 && (
                <Menu.Item onClick={() => setDialog('manage')}>Rename, share or delete…</Menu.Item>
              )}
              {!search.view && <Menu.Item disabled>Open a view of the team to save it</Menu.Item>}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && search.view && (
        <SaveViewDialog
          search={{ ...search, view: search.view as InboxView }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'manage' && <ManageViewsDialog views={saved.data ?? []} onClose={() => setDialog(null)} />}
    </>
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
