import { Alert } from '@mantine/core'

/** Why the last change failed, in the server's words. */
export function Problem({ text }: { text: string | null }) {
  return text ? (
    <Alert color="red" variant="light" role="alert" mb="sm">
      {text}
    </Alert>
  ) : null
}
