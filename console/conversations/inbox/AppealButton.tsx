import { ActionIcon, Tooltip } from '@mantine/core'
import { api } from '@portreeve/contract'
import { canAppeal } from '@portreeve/contract/people/measures'
import { IconGavel } from '@tabler/icons-react'
import { useWhyNot } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import frame from '../conversations/conversations.module.css'

/** The newest decision against which a person can appeal; undefined without one, and on a server that has no measures. */
export const useAppealable = (uid: string) =>
  useData(api.measures.of, { params: { uid }, query: {} }).data?.find(canAppeal)?.id

interface AppealButtonProps {
  measure: string
  conversation: string
  message: string
}

/** Makes an appeal of a message, or its next round. */
export function AppealButton({ measure, conversation, message }: AppealButtonProps) {
  const whyNot = useWhyNot('inbox.write')
  const open = useAction(api.appeals.open, {
    done: ({ data }) => ({
      message: (
        <>
          <span>The message is an appeal.</span>{' '}
          {data?.id && <a href={`/dashboard/appeals/${encodeURIComponent(data.id)}`}>Open it</a>}
        </>
      ),
      stays: 8000,
    }),
    failed: 'It could not be made an appeal',
    refetch: [api.measures.of, api.appeals.get],
    refetchOnConflict: [api.measures.of],
  })
  if (whyNot !== null) return null
  const label = 'Make it an appeal'
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={label}
        className={frame.extra ?? ''}
        loading={open.busy}
        onClick={() => void open.run({ body: { measure, conversation, message } })}
      >
        <IconGavel size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
