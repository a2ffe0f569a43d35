import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyText } from './CopyText.tsx'

interface SecretDialogProps {
  title: string
  secret: string
  /** How it is used. */
  children: ReactNode
  /** What helps when it is lost, as in 'If it is lost, rotate it.' */
  lost: string
  onClose: () => void
}

/** A secret, shown this once. Only its own button closes the dialog, so that no stray click loses it. */
export function SecretDialog({ title, secret, children, lost, onClose }: SecretDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size={560}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="lg">
        <Text size="sm">{children}</Text>
        <CopyText text={secret} />
        <Alert color="yellow" variant="light">
          It is not shown again. {lost}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            I have stored it
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
