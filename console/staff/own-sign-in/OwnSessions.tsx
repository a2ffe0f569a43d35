import { Button, Group, Stack, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { StaffSession } from '@portreeve/contract/staff/staff'
import { useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { detailOf } from '../../data/failure.ts'
import { useAction, usePending } from '../../data/use-action.ts'
import { browserName } from '../../format/browser.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { SessionTable } from './SessionTable.tsx'

/** The caller's own sessions. */
export function OwnSessions({ sessions }: { sessions: readonly StaffSession[] }) {
  const { session: mine } = useBackend()
  const [chosen, setChosen] = useState<StaffSession | 'others' | null>(null)
  const words = { failed: 'The session could not be ended', refetch: [api.staff.mySignIn] }
  const endOne = useAction(api.staff.endMySession, { ...words, done: 'Session ended' })
  const endOthers = useAction(api.staff.endMyOtherSessions, {
    ...words,
    done: 'Your other sessions have ended',
  })
  const ending = new Set(usePending(api.staff.endMySession).map(({ params }) => params.id))
  const end = async () => {
    // This page's own session is ended by signing out, which covers every tab.
    if (chosen !== 'others' && chosen?.current) return mine.signOut()
    const { done } =
      chosen === 'others' ? await endOthers.run({}) : await endOne.run({ params: { id: chosen?.id ?? '' } })
    if (done) setChosen(null)
  }
  return (
    <Stack component="section" gap="sm" aria-labelledby="own-sessions">
      <Group justify="space-between">
        <Title order={2} size="h4" id="own-sessions">
          Sessions
        </Title>
        <Button
          variant="default"
          size="compact-sm"
          disabled={sessions.length < 2}
          onClick={() => setChosen('others')}
        >
          End all others
        </Button>
      </Group>
      <SessionTable sessions={sessions} ending={ending} onEnd={setChosen} />
      <ConfirmModal
        opened={chosen !== null}
        onClose={() => setChosen(null)}
        title={chosen === 'others' ? 'End all other sessions' : 'End session'}
        subtitle={
          chosen === 'others'
            ? 'You will be signed out everywhere but here.'
            : chosen?.current
              ? 'You will be signed out here.'
              : `You will be signed out in ${browserName(chosen?.user_agent ?? null)}.`
        }
        confirmText="End"
        busy={endOne.busy || endOthers.busy}
        problem={detailOf(endOne.failure ?? endOthers.failure)}
        onConfirm={() => void end()}
      />
    </Stack>
  )
}
