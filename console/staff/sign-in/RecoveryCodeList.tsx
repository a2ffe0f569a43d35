import { Stack } from '@mantine/core'
import { CopyText } from '../../ui/CopyText.tsx'
import classes from './recovery-codes.module.css'

/** What recovery codes are for. */
export const recoveryCodeWords =
  'Keep these safe, away from your phone: each signs you in once when the app is not there. They are not shown again.'

/** Recovery codes, with one button that copies all. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <Stack gap="sm">
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyText text={codes.join(' ')} />
    </Stack>
  )
}
