import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { orNull } from '../../format/words.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import classes from './review.module.css'
import type { Recent } from './useReview.ts'

/** The decisions that can still be undone, newest first. Renders nothing without any. */
export function RecentDecisions(props: { recent: Recent[]; onTakeBack: (key: string) => void }) {
  const { recent, onTakeBack } = props
  if (recent.length === 0) return null
  return (
    <ul className={classes.recent} aria-label="Just decided">
      {recent.map(({ key, title, decision }) => (
        <li key={key}>
          <span>{decision === 'approved' ? 'Approved' : 'Denied'}</span>
          <span className={classes.recentTitle}>
            <Clamp text={orNull(title)} />
          </span>
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            onClick={() => onTakeBack(key)}
          >
            Take back
          </Button>
        </li>
      ))}
    </ul>
  )
}
