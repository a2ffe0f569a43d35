import { Button, Text } from '@mantine/core'
import { may } from '@portreeve/contract/rights'
import { IconLogout } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useBackend } from '../../data/backend.tsx'
import { useMe } from '../../data/rights.ts'
import { EnvironmentBadge } from '../../parts/EnvironmentMark.tsx'
import { ThemeSwitch } from '../../ui/ThemeSwitch.tsx'
import classes from './Shell.module.css'
import { houseSections, sectionOf, sections } from './sections.ts'
import { UnreadBadge } from './UnreadBadge.tsx'

/** The list of tabs with what stands below it; the same beside the page and over it (D-041). */
export function Navigation({ onChosen }: { onChosen?: (() => void) | undefined }) {
  const { session } = useBackend()
  const me = useMe()
  const { pathname } = useLocation()
  const current = sectionOf(pathname)
  return (
    <div className={classes.navigation}>
      <div className={classes.brand}>
        <span className={classes.wordmark}>Portreeve</span>
        <EnvironmentBadge />
      </div>
      <nav aria-label="Main">
        <ul className={classes.tabs}>
          {sections.map((section) => (
            <li key={section.label} className={classes.entry}>
              <Link
                {...section.link}
                className={classes.tab}
                // The router marks only the exact address; a transaction belongs to Orders too.
                activeProps={{ 'aria-current': undefined }}
                aria-current={section === current ? 'page' : undefined}
                onClick={onChosen}
              >
                {section.label}
              </Link>
              {section.label === 'Messages' && <UnreadBadge />}
            </li>
          ))}
        </ul>
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
      <HouseNavigation onChosen={onChosen} />
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
      </div>
    </div>
  )
}

/** Nothing at all for those who may see none of it. */
function HouseNavigation({ onChosen }: { onChosen: (() => void) | undefined }) {
  const me = useMe()
  const { pathname } = useLocation()
  const shown = houseSections.filter((section) => me && may(me.role, section.may))
  if (shown.length === 0) return null
  return (
    <nav aria-label="House" className={classes.house}>
      <ul className={classes.tabs}>
        {shown.map(({ label, link, under }) => (
          <li key={label} className={classes.entry}>
            <Link
              {...link}
              className={classes.tab}
              activeProps={{ 'aria-current': undefined }}
              aria-current={under.some((path) => pathname === path) ? 'page' : undefined}
              onClick={onChosen}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
