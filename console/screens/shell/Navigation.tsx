import { Button, Text } from '@mantine/core'
import { may } from '@portreeve/contract/rights'
import { IconLogout } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { useMe } from '../../data/rights.ts'
import { EnvironmentBadge } from '../../parts/EnvironmentMark.tsx'
import { ThemeSwitch } from '../../ui/ThemeSwitch.tsx'
import { version } from '../../ui/version.ts'
import classes from './Shell.module.css'
import { isIn, useSections } from './sections.ts'
import { UnreadBadge } from './UnreadBadge.tsx'

const Bell = lazy(async () => ({ default: (await import('./Bell.tsx')).Bell }))
const DeskLink = lazy(async () => ({ default: (await import('./DeskLink.tsx')).DeskLink }))

/** The tabs and the footer below them, for both the sidebar and the drawer (D-041). */
export function Navigation({ onChosen }: { onChosen?: (() => void) | undefined }) {
  const { session } = useBackend()
  const me = useMe()
  const sections = useSections()
  return (
    <div className={classes.navigation}>
      <div className={classes.brand}>
        <span className={classes.wordmark}>Portreeve</span>
        <EnvironmentBadge />
      </div>
      <nav aria-label="Main">
        <Tabs sections={sections.filter(({ may }) => may === null)} onChosen={onChosen} />
      </nav>
      <Button
        variant="subtle"
        color="gray"
        justify="flex-start"
        mx="sm"
        leftSection={<IconLogout size={16} aria-hidden />}
        className={classes.signOut}
        onClick={() => void session.signOut()}
      >
        Sign out
      </Button>
      {/* NAV-03: the tabs are followed by Sign out. */}
      <div className={classes.desk}>
        <Suspense>
          <DeskLink onChosen={onChosen} />
        </Suspense>
      </div>
      <Suspense>
        <Bell onChosen={onChosen} />
      </Suspense>
      <OperationsNavigation sections={sections} onChosen={onChosen} />
      <div className={classes.foot}>
        {me && (
          <Link to="/dashboard/your-sign-in" className={classes.me} onClick={onChosen}>
            <Text size="sm" fw={500} truncate title={me.email} dir="auto">
              {me.displayName ?? me.email}
            </Text>
            <Text size="xs" c="dimmed">
              {me.role}
            </Text>
            <Text size="xs" td="underline">
              Your sign-in
            </Text>
          </Link>
        )}
        <ThemeSwitch />
        <Text size="xs" c="dimmed">
          Portreeve {version}
        </Text>
      </div>
    </div>
  )
}

/** The tabs for operating Portreeve itself, by permission. Renders nothing if the role has none of them. */
function OperationsNavigation({ sections, onChosen }: TabsProps) {
  const me = useMe()
  const shown = sections.filter((section) => me && section.may && may(me.role, section.may))
  if (shown.length === 0) return null
  return (
    <nav aria-label="House" className={classes.house}>
      <Tabs sections={shown} onChosen={onChosen} />
    </nav>
  )
}

interface TabsProps {
  sections: ReturnType<typeof useSections>
  onChosen: (() => void) | undefined
}

function Tabs({ sections, onChosen }: TabsProps) {
  const { pathname } = useLocation()
  return (
    <ul className={classes.tabs}>
      {sections.map((section) => (
        <li key={section.label} className={classes.entry}>
          <Link
            {...section.link}
            className={classes.tab}
            // The router marks only the exact URL, but a transaction belongs to Orders too.
            activeProps={{ 'aria-current': undefined }}
            aria-current={isIn(section, pathname) ? 'page' : undefined}
            onClick={onChosen}
          >
            {section.label}
          </Link>
          {section.label === 'Messages' && <UnreadBadge />}
          {/* NAV-03: elsewhere the navigation has the tabs alone. */}
          {section.below.length > 0 && isIn(section, pathname) && (
            <ul className={classes.tabs}>
              {section.below.map((place) => (
                <li key={place.label}>
                  <Link
                    {...place.link}
                    className={classes.below}
                    activeProps={{ 'aria-current': undefined }}
                    aria-current={isIn(place, pathname) ? 'true' : undefined}
                    onClick={onChosen}
                  >
                    {place.label}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}
