import { Button, Group, Stack, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { StaffSession } from '@portreeve/contract/staff'
import { useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { detailOf } from '../../data/failure.ts'
import { useAction, usePending } from '../../data/hooks.ts'
import { browserName } from '../../format/browser.ts'
import { SessionTable } from '../../parts/SessionTable.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'

/** Where one is signed in oneself. */
export function OwnSessions({ sessions }: { sessions: readonly StaffSession[] }) {
  const { session: mine } = useBackend()
  const [asked, setAsked] = useState<StaffSession | 'others' | null>(null)
  const words = { failed: 'The session could not be ended', refetch: [api.staff.mySignIn] }
  const endOne = useAction(api.staff.endMySession, { ...words, done: 'Session ended' })
  const endOthers = useAction(api.staff.endMyOtherSessions, {
    ...words,
    done: 'Your other sessions have ended',
  })
  const ending = new Set(usePending(api.staff.endMySession).map(({ params }) => params.id))
  const end = async () => {
    // This page's own session ends the usual way, in every tab.
    if (asked !== 'others' && asked?.current) return mine.signOut()
    const { done } =
      asked === 'others' ? await endOthers.run({}) : await endOne.run({ params: { id: asked?.id ?? '' } })
    if (done) setAsked(null)
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
          onClick={() => setAsked('others')}
        >
          End all others
        </Button>
      </Group>
      <SessionTable sessions={sessions} ending={ending} onEnd={setAsked} />
      <ConfirmModal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 'others' ? 'End all other sessions' : 'End session'}
        subtitle={
          asked === 'others'
            ? 'You will be signed out everywhere but here.'
            : asked?.current
              ? 'You will be signed out here.'
              : `You will be signed out in ${browserName(asked?.user_agent ?? null)}.`
        }
        confirmText="End"
        busy={endOne.busy || endOthers.busy}
        problem={detailOf(endOne.failure ?? endOthers.failure)}
        onConfirm={() => void end()}
      />
    </Stack>
  )
}
