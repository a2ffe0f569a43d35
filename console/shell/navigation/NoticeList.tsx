import { Button, Drawer, Group, Switch, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { pathOf, sentenceOf } from '@portreeve/contract/staff/notices'
import type { Notification } from '@portreeve/contract/staff/notifications'
import { useNavigate } from '@tanstack/react-router'
import { usePages } from '../../data/pages.ts'
import { useAction } from '../../data/use-action.ts'
import { ago } from '../../format/dates.ts'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { PagedList } from '../PagedList.tsx'
import { useDeviceNotices } from './device-notices.ts'
import classes from './notices.module.css'

interface NoticeListProps {
  onClose: () => void
  /** A notification was opened. */
  onChosen: () => void
}

const noticeOf = ({ by, ...row }: Notification) => ({ ...row, by: by?.name ?? by?.uid ?? '' })

/** The caller's notifications, newest first. Opening one marks it as read, on all devices. */
export function NoticeList({ onClose, onChosen }: NoticeListProps) {
  const pages = usePages(api.notifications.list, { query: {} })
  const read = useAction(api.notifications.read, { refetch: [api.notifications.list] })
  const navigate = useNavigate()
  const device = useDeviceNotices()
  const newest = pages.rows?.[0]
  const hasUnread = pages.rows?.some((row) => !row.read) ?? false
  const open = (row: Notification) => {
    if (!row.read) void read.run({ body: { ids: [row.id] } })
    onChosen()
    void navigate({ to: pathOf(noticeOf(row)) })
  }
  return (
    <Drawer opened onClose={onClose} position="right" size={420} title="Notifications">
      <Group justify="space-between" mb="sm">
        <Switch
          size="xs"
          label="Also on this device"
          description={
            device.blocked ? 'The browser does not allow it.' : 'While no page of Portreeve is in sight.'
          }
          disabled={device.blocked}
          checked={device.on}
          onChange={() => void device.toggle()}
        />
        <Button
          size="compact-sm"
          variant="default"
          disabled={!hasUnread}
          loading={read.busy}
          onClick={() => newest && void read.run({ body: { until: newest.at } })}
        >
          Mark all as read
        </Button>
      </Group>
      <PagedList
        pages={pages}
        what="notifications"
        empty="Nothing yet. You are notified when a colleague mentions you or assigns a case to you, when a request waits for your approval or yours is decided, when a snooze ends, and a day before a deadline of yours."
      >
        {(rows) =>
          rows ? (
            <ul>
              {rows.map((row) => (
                <li key={row.id} className={classes.row} data-unread={!row.read || undefined}>
                  <a
                    href={pathOf(noticeOf(row))}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return
                      event.preventDefault()
                      open(row)
                    }}
                  >
                    {sentenceOf(noticeOf(row))}
                  </a>
                  <Text size="xs" c="dimmed">
                    <When value={row.at} write={ago} />
                    {!row.read && ' · new'}
                  </Text>
                </li>
              ))}
            </ul>
          ) : (
            <LinesSkeleton lines={6} height={40} />
          )
        }
      </PagedList>
    </Drawer>
  )
}
