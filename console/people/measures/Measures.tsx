import { Group, Stack, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Measure } from '@portreeve/contract/people/measures'
import type { Restriction } from '@portreeve/contract/people/policies'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isUnknownCall } from '../../data/failure.ts'
import { usePages } from '../../data/pages.ts'
import { useData } from '../../data/use-data.ts'
import { longLocal, shortLocal } from '../../format/dates.ts'
import { count, orNull } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { PagedList } from '../../shell/PagedList.tsx'
import { RecordLink } from '../../shell/records/RecordLink.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './measures.module.css'
import { appealWords, canEnd, canMove, kindWords, type Open, proposedWords, standing } from './words.ts'

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
      <Strikes uid={uid} disabledReason={disabledReason} onOpen={setOpen} />
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

/** The strikes under each policy. What they propose is one click away, and never happens by itself. */
function Strikes({ uid, disabledReason, onOpen }: Omit<OneProps, 'measure'> & { uid: string }) {
  const { data } = useData(api.users.overview, { params: { uid } })
  if (!data?.strikes?.length) return null
  return (
    <Stack component="ul" gap="xs" mb="md" className={classes.list ?? ''} aria-label="Strikes">
      {data.strikes.map(({ policy, name, count: strikes, expires_at, proposed }) => (
        <li key={policy}>
          <Text size="sm">
            <strong>{count(strikes, 'strike', 'strikes')}</strong> under <bdi>{name}</bdi>
            {expires_at !== null && (
              <>
                , the next one expires <When value={expires_at} write={shortLocal} />
              </>
            )}
          </Text>
          {proposed &&
            (proposed.kind === 'blocked' ? (
              <Text size="sm">Proposed: {proposedWords(proposed)}, under Moderation.</Text>
            ) : (
              <GuardedButton
                may="users.block"
                whyNot={disabledReason}
                variant="default"
                size="compact-sm"
                mt={4}
                onClick={() =>
                  onOpen({
                    is: 'restrict',
                    proposed: { ...proposed, kind: proposed.kind as Restriction, policy },
                  })
                }
              >
                Proposed: {proposedWords(proposed)}…
              </GuardedButton>
            ))}
        </li>
      ))}
    </Stack>
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
