import { Button, Stack } from '@mantine/core'
import { providerRefusals, refusalParameter } from '@portreeve/contract/staff/provider-sign-in'
import { useEffect, useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { startAt } from '../../data/providers.ts'
import { onReturn } from '../../ui/browser/on-return.ts'
import classes from './SignIn.module.css'

/** The sentence of a refusal in the page's address. */
export function refusalInAddress(): string | null {
  const code = new URLSearchParams(location.search).get(refusalParameter)
  return code !== null && Object.hasOwn(providerRefusals, code)
    ? providerRefusals[code as keyof typeof providerRefusals]
    : null
}

/**
 * A button for each company's provider, below the form. `again`: the provider opens in another tab, because the page beneath keeps what
 * was typed.
 */
export default function ProviderButtons({ again }: { again: boolean }) {
  const { environment, session } = useBackend()
  const [problem] = useState(refusalInAddress)
  useEffect(
    () => (again ? onReturn(() => void session.signInBy(async () => {}).catch(() => {})) : undefined),
    [again, session],
  )
  return (
    <Stack gap="xs" mt="xs">
      {problem && (
        <div className={classes.error} role="alert">
          {problem}
        </div>
      )}
      {environment.identity.kind === 'builtin' &&
        environment.identity.providers?.map(({ id, name }) => (
          <Button
            key={id}
            component="a"
            href={startAt(environment, id, again ? 'other tab' : 'this tab')}
            {...(again && { target: '_blank', rel: 'noopener' })}
            variant="default"
            size="md"
            fullWidth
          >
            Continue with {name}
          </Button>
        ))}
    </Stack>
  )
}
