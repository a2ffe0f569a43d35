import { Alert } from '@mantine/core'

/** The server's message about the last failed change. */
export function Problem({ text }: { text: string | null }) {
  return text ? (
    <Alert color="red" variant="light" role="alert" mb="sm">
      {text}
    </Alert>
  ) : null
}
