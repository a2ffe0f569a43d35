import { Group, Stack, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Measure } from '@portreeve/contract/people/measures'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isUnknownCall } from '../../data/failure.ts'
import { usePages } from '../../data/pages.ts'
import { longLocal } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { PagedList } from '../../shell/PagedList.tsx'
import { RecordLink } from '../../shell/records/RecordLink.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './measures.module.css'
import { appealWords, canEnd, canMove, kindWords, type Open, standing } from './words.ts'

const Dialogs = onDemand(async () => (await import('./MeasureDialogs.tsx')).MeasureDialogs)

/** The measures about a person and their listings, each with its ground, end and state. */
export function Measures({ uid, disabledReason }: { uid: string; disabledReason: string | null }) {
  const pages = usePages(api.measures.of, { params: { uid }, query: {} })
  const [open, setOpen] = useState<Open | null>(null)
  // A server of the spec alone has no measures.
  if (pages.failure && isUnknownCall(pages.failure)) return null
  return (
    <section aria-labelledby="measures">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="measures">
          Measures
        </Title>
        <GuardedButton
          may="users.block"
          whyNot={disabledReason}
          variant="default"
          size="compact-sm"
          onClick={() => setOpen({ is: 'restrict' })}
        >
          Restrict or warn…
        </GuardedButton>
      </Group>
      <PagedList pages={pages} what="measures" empty="None">
        {(rows) =>
          rows && (
            <Stack component="ul" gap="md" className={classes.list ?? ''}>
              {rows.map((measure) => (
                <One key={measure.id} measure={measure} disabledReason={disabledReason} onOpen={setOpen} />
              ))}
            </Stack>
          )
        }
      </PagedList>
      {open && <Dialogs uid={uid} open={open} onClose={() => setOpen(null)} />}
    </section>
  )
}

interface OneProps {
  measure: Measure
  disabledReason: string | null
  onOpen: (open: Open) => void
}

function One({ measure, disabledReason, onOpen }: OneProps) {
  const { kind, subject, grounds, reason, by, at, told_at } = measure
  const button = {
    may: 'users.block',
    whyNot: disabledReason,
    variant: 'subtle',
    size: 'compact-sm',
  } as const
  return (
    <li>
      <Group gap="xs" justify="space-between">
        <Text size="sm" fw={600}>
          {kindWords[kind]}
        </Text>
        <StateWord {...standing(measure)} />
      </Group>
      {subject.kind !== 'user' && (
        <Text size="sm" component="div">
          <RecordLink subject={subject} />
          <bdi>{orNull(subject.title)}</bdi>
        </Text>
      )}
      {grounds.map(({ policy, name, reference }) => (
        <Text key={policy} size="sm">
          <bdi>{name}</bdi>
          {reference && `, ${reference}`}
        </Text>
      ))}
      {reason && kind !== 'blocked' && (
        <Text size="sm" dir="auto" className={classes.reason}>
          {reason}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        <When value={at} write={longLocal} />
        {by && (
          <>
            {' '}
            by <bdi>{orNull(by.name)}</bdi>
          </>
        )}
        {told_at === null && !measure.ended && '. The person is told in some seconds'}
      </Text>
      {/* A server of an earlier release has no appeals. */}
      {measure.appeal && (
        <Link to="/dashboard/appeals/$id" params={{ id: measure.appeal.id }}>
          <StateWord {...appealWords[measure.appeal.state]} />
        </Link>
      )}
      {(canMove(measure) || canEnd(measure)) && (
        <Group gap="xs" mt={4}>
          {canMove(measure) && (
            <GuardedButton {...button} onClick={() => onOpen({ is: 'move', measure })}>
              Change the end…
            </GuardedButton>
          )}
          {canEnd(measure) && (
            <GuardedButton {...button} onClick={() => onOpen({ is: 'end', measure })}>
              {kind === 'warned' ? 'Take back…' : 'End…'}
            </GuardedButton>
          )}
        </Group>
      )}
    </li>
  )
}
