import { Text } from '@mantine/core'
import { mayAny } from '@portreeve/contract/base/rights'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useBackend } from '../../data/backend.tsx'
import { useMe } from '../../data/rights.ts'
import { ThemeSwitch } from '../../ui/ThemeSwitch.tsx'
import { version } from '../../ui/version.ts'
import { EnvironmentBadge } from '../EnvironmentMark.tsx'
import { onDemand } from '../on-demand.tsx'
import { Wordmark } from '../Wordmark.tsx'
import { CollapseButton } from './CollapseButton.tsx'
import { EntryLabel, type EntryProps } from './EntryLabel.tsx'
import classes from './Shell.module.css'
import { isIn, useSections } from './sections.ts'
import { UnreadBadge } from './UnreadBadge.tsx'

const Bell = onDemand(async () => (await import('./Bell.tsx')).Bell, <div className={classes.bell} />)
const CaseCount = onDemand(async () => (await import('./CaseCount.tsx')).CaseCount)
const DeskLink = onDemand(async () => (await import('./DeskLink.tsx')).DeskLink)

/**
 * The tabs and the footer below them, for both the sidebar and the drawer (D-041). NAV-03: in the document the tabs are followed
 * by Sign out; on the screen the desk is above them and Sign out at the end.
 */
export function Navigation({ collapsed = false, onChosen }: Partial<EntryProps>) {
  const { session } = useBackend()
  const me = useMe()
  const sections = useSections()
  return (
    <div className={classes.navigation}>
      <div className={classes.brand} title={`Portreeve ${version}`}>
        <Wordmark />
        <EnvironmentBadge />
      </div>
      <nav aria-label="Main" className={classes.main}>
        <Tabs
          sections={sections.filter((section) => section.mayAny === null)}
          collapsed={collapsed}
          onChosen={onChosen}
        />
      </nav>
      <button
        type="button"
        className={`${classes.tab} ${classes.signOut}`}
        title={collapsed ? 'Sign out' : undefined}
        onClick={() => void session.signOut()}
      >
        <IconLogout size={16} stroke={1.7} className={classes.icon} aria-hidden />
        <span className={classes.label}>Sign out</span>
      </button>
      <div className={classes.desk}>
        <DeskLink collapsed={collapsed} onChosen={onChosen} />
      </div>
      <Bell collapsed={collapsed} onChosen={onChosen} />
      <AdministrationNavigation sections={sections} collapsed={collapsed} onChosen={onChosen} />
      <div className={classes.foot}>
        {me && (
          <Link
            to="/dashboard/your-sign-in"
            className={classes.me}
            title={collapsed ? `${me.displayName ?? me.email}: your sign-in` : undefined}
            onClick={onChosen}
          >
            <IconUserCircle size={20} stroke={1.3} className={classes.icon} aria-hidden />
            <span className={classes.label}>
              <Text fw={600} truncate title={me.email} dir="auto">
                {me.displayName ?? me.email}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                <span>{me.role}</span> · Your sign-in
              </Text>
            </span>
          </Link>
        )}
        <div className={classes.tools}>
          <ThemeSwitch className={classes.tool} />
          {/* The drawer of a narrow window does not collapse. */}
          {!onChosen && <CollapseButton collapsed={collapsed} />}
        </div>
      </div>
    </div>
  )
}

/** The tabs for operating Portreeve itself, by permission. Renders nothing if the role has none of them. */
function AdministrationNavigation({ sections, ...props }: TabsProps) {
  const me = useMe()
  const shown = sections.filter((section) => me && section.mayAny && mayAny(me, section.mayAny))
  if (shown.length === 0) return null
  return (
    <nav aria-label="Administration" className={classes.administration}>
      <Tabs sections={shown} {...props} />
    </nav>
  )
}

interface TabsProps extends EntryProps {
  sections: ReturnType<typeof useSections>
}

function Tabs({ sections, collapsed, onChosen }: TabsProps) {
  const { pathname } = useLocation()
  return (
    <ul>
      {sections.map((section) => (
        <li key={section.label} className={classes.entry}>
          <Link
            {...section.link}
            className={classes.tab}
            // The router marks only the exact URL, but a transaction belongs to Orders too.
            activeProps={{ 'aria-current': undefined }}
            aria-current={isIn(section, pathname) ? 'page' : undefined}
            title={collapsed ? section.label : undefined}
            onClick={onChosen}
          >
            <EntryLabel label={section.label} />
          </Link>
          {section.label === 'Messages' ? <UnreadBadge /> : <CaseCount label={section.label} />}
          {/* NAV-03: elsewhere the navigation has the tabs alone. */}
          {section.below.length > 0 && !collapsed && isIn(section, pathname) && (
            <ul>
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
