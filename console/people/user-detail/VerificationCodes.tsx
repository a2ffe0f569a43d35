import { ActionIcon, Tooltip } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { VerificationCode } from '@portreeve/contract/people/verification'
import { IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { shortUtc } from '../../format/dates.ts'
import { LeftPlace } from '../../staff/held/LeftPlace.tsx'
import { usePlaces } from '../../ui/browser/places.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { When } from '../../ui/When.tsx'
import classes from './account.module.css'
import { Empty, Section } from './Section.tsx'

const none: readonly VerificationCode[] = []

/** ACC-02 to ACC-06: renders nothing without codes. A failure is logged and shown inline without a toast. */
export function VerificationCodes({ uid }: { uid: string }) {
  const whyNot = useWhyNot('verification.read')
  const codes = useData(api.verification.list, { params: { uid } }, { when: !whyNot })
  const box = useRef<HTMLUListElement>(null)
  const places = usePlaces(codes.data ?? none, ({ id }) => id, box)
  if (!whyNot && !codes.failure && !codes.data?.length) return null
  return (
    <Section title="Verification codes">
      {whyNot ? (
        <Empty>{whyNot}</Empty>
      ) : (
        codes.failure && (
          <FailedState message="Verification codes could not be loaded." onRetry={codes.reload} />
        )
      )}
      <ul ref={box} className={classes.codes}>
        {places.map(({ key, row, left }) =>
          left === null ? (
            <Code key={key} code={row} />
          ) : (
            <LeftPlace key={key} height={left} words="Deleted." />
          ),
        )}
      </ul>
    </Section>
  )
}

// ACC-31, D-046: no confirmation; the code leaves the list after success.
function Code({ code }: { code: VerificationCode }) {
  const whyNot = useWhyNot('verification.delete')
  const remove = useAction(api.verification.remove, {
    done: 'Deleted verification code',
    failed: ({ failure }) => `Error deleting code ${failure.body?.status_code ?? failure.message}`,
    refetch: [api.verification.list],
  })
  return (
    <li className={classes.code}>
      <span className={classes.secret}>{code.code}</span>
      <span className={classes.date}>
        <When value={code.created_at} write={shortUtc} />
      </span>
      <Tooltip label={whyNot ?? 'Delete'}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Delete verification code ${code.code}`}
          loading={remove.busy}
          {...(whyNot
            ? { 'aria-disabled': true, 'data-disabled': true, 'aria-description': whyNot }
            : { onClick: () => void remove.run({ params: { id: code.id } }) })}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
