import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { CopyText } from '../../ui/CopyText.tsx'

interface SecretDialogProps {
  title: string
  secret: string
  onClose: () => void
}

/** A secret, shown this once. Only its own button closes the dialog, so that no stray click loses it. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
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
      <Stack gap="md">
        <Text size="sm">
          Requests are signed with this secret. Put it into the configuration of the receiver now.
        </Text>
        <CopyText text={secret} />
        <Alert color="yellow" variant="light">
          It is not shown again. If it is lost, rotate it.
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
