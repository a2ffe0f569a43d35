import { Burger } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { usePersonalSettings } from '../../data/personal-settings.ts'
import { useEscape } from '../../ui/browser/escape.ts'
import { EnvironmentBadge } from '../EnvironmentMark.tsx'
import { onDemand } from '../on-demand.tsx'
import { ToolsTitle } from '../ToolsTitle.tsx'
import { Wordmark } from '../Wordmark.tsx'
import { Navigation } from './Navigation.tsx'
import classes from './Shell.module.css'

const Notices = onDemand(async () => (await import('./Notices.tsx')).Notices)
const MenuDrawer = onDemand(async () => (await import('./MenuDrawer.tsx')).MenuDrawer)

/** The dashboard's layout: the navigation in a sidebar, or behind a menu button in a narrow window. */
export function Shell() {
  const [menu, setMenu] = useState(false)
  const close = () => setMenu(false)
  const collapsed = usePersonalSettings().navigation === 'icons'
  useEscape(close, menu)
  return (
    <div className={classes.shell}>
      <ToolsTitle />
      <Notices />
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <section className={classes.bar} aria-label="Menu bar">
        <Burger
          size="sm"
          opened={menu}
          onClick={() => setMenu(!menu)}
          aria-label="Menu"
          aria-expanded={menu}
        />
        <Wordmark />
        <EnvironmentBadge />
      </section>
      <aside className={classes.side} data-collapsed={collapsed || undefined} aria-label="Navigation">
        <Navigation collapsed={collapsed} />
      </aside>
      {menu && <MenuDrawer onClose={close} />}
      <main id="content" className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
