import { Button, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { useWhyNot } from '../../data/rights.ts'
import { longLocal } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { LoadMore } from '../../shell/LoadMore.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import classes from './conversations.module.css'

/** The conversations about a listing with their last messages. Each read is audited, so they are shown on demand. */
export function ListingConversations({ listing }: { listing: string }) {
  const whyNot = useWhyNot('conversations.read')
  const [shown, setShown] = useState(false)
  const pages = usePages(
    api.conversations.ofListing,
    { params: { id: listing }, query: {} },
    { when: shown && whyNot === null },
  )
  const { rows, failure, reload } = pages
  if (whyNot) return <Text size="sm">{whyNot}</Text>
  if (!shown)
    return (
      <div>
        <Button variant="default" size="compact-sm" onClick={() => setShown(true)}>
          Show conversations
        </Button>
      </div>
    )
  return (
    <>
      {failure && <FailedState message="The conversations could not be loaded." onRetry={reload} />}
      {!rows && !failure && <LinesSkeleton lines={3} />}
      {rows?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody has written about it.
        </Text>
      )}
      <ul className={classes.ofListing} aria-label="Conversations">
        {rows?.map(({ key, members, lastMessage, date }) => (
          <li key={key}>
            <Link to="/dashboard/messages/$id" params={{ id: key }} search={{ view: 'all' }}>
              {Object.values(members).map(orNull).join(', ')}
            </Link>
            <When value={date} write={longLocal} />
            {lastMessage && <Clamp text={lastMessage} lines={2} />}
          </li>
        ))}
      </ul>
      <LoadMore pages={pages} />
    </>
  )
}
