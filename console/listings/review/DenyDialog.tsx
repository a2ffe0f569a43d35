import { Alert, Button, Checkbox, Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { useThenWrite } from '../../shell/writing.tsx'
import { useEscape } from '../../ui/browser/escape.ts'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { Item } from './items.ts'
import classes from './review.module.css'

/** REV-09: the canned messages for a kind of case. D-070: a request uses its own map unless that is empty. */
export function useCanned() {
  const config = useData(api.config.get, {})
  const maps = config.data?.messaging_config
  const list = (map: Record<string, string> | undefined) => Object.entries(map ?? {})
  return {
    of: (model: Item['model']): [key: string, text: string][] => {
      const own = list(maps?.promoted_post_review_messages)
      return model === 'promoted_post_request' && own.length > 0 ? own : list(maps?.admin_messages)
    },
    loading: config.loading,
    failed: config.failure !== null && !config.data,
    reload: config.reload,
  }
}

interface DenyDialogProps {
  /** What is denied. */
  of: string
  model: Item['model']
  /** Why the last attempt failed. */
  problem?: string | null
  canned: ReturnType<typeof useCanned>
  /** Choosing denies at once (D-074). @param writes the caller writes to the seller next */
  onChoose: (message: string, writes: boolean) => void
  /** The seller is one person, to whom the caller may write. */
  offersWriting?: boolean
  onClose: () => void
}

/** REV-08, REV-10, REV-42 */
export function DenyDialog({ of, model, problem, canned, onClose, ...props }: DenyDialogProps) {
  const [writes, setWrites] = useState(false)
  const { checkbox } = useThenWrite('the seller')
  const onChoose = (text: string) => props.onChoose(text, writes)
  const messages = canned.of(model)
  useEscape(onClose)
  useShortcuts(
    Object.fromEntries(messages.slice(0, 9).map(([, text], at) => [String(at + 1), () => onChoose(text)])),
    true,
    { inside: true },
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Deny ${of}`}
      centered
      closeOnEscape={false}
      size={520}
      classNames={{ title: classes.dialogTitle }}
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          Choose what the seller is told. It is sent when the decision can no longer be taken back.
        </Text>
        {problem && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        {canned.loading && <Spinner />}
        {canned.failed && <FailedState message="The messages could not be loaded." onRetry={canned.reload} />}
        {!canned.loading && !canned.failed && messages.length === 0 && (
          <Text size="sm">
            There are no messages yet. They are written under{' '}
            <Link to="/dashboard/moderating">Moderating</Link>.
          </Text>
        )}
        {messages.length > 0 && (
          <ol className={classes.messages} aria-label="Messages">
            {messages.map(([key, text], at) => (
              <li key={key}>
                <button type="button" className={classes.message} onClick={() => onChoose(text)}>
                  {at < 9 ? (
                    <Kbd size="xs" aria-hidden>
                      {at + 1}
                    </Kbd>
                  ) : (
                    <span />
                  )}
                  <span dir="auto">{text}</span>
                </button>
              </li>
            ))}
          </ol>
        )}
        {checkbox && props.offersWriting && (
          <Checkbox
            label={checkbox.label}
            checked={writes}
            onChange={(event) => setWrites(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
