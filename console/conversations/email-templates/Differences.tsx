import { Stack, Text } from '@mantine/core'
import { templateParts } from '@portreeve/contract/conversations/email-templates'
import { Diff } from '../../ui/Diff.tsx'
import type { Part, Typed } from './draft.ts'

const labels: Record<Part, string> = { SubjectPart: 'Subject', TextPart: 'Text', HtmlPart: 'HTML' }

interface DifferencesProps {
  left: Typed
  right: Typed
  sides: readonly [string, string]
}

/** The diff of two template versions by part; equal parts are only named. */
export function Differences({ left, right, sides }: DifferencesProps) {
  const isEqual = (part: Part) => (left[part] ?? '') === (right[part] ?? '')
  const equal = templateParts.filter(isEqual).map((part) => labels[part])
  return (
    <Stack gap="sm">
      {templateParts
        .filter((part) => !isEqual(part))
        .map((part) => (
          <Diff
            key={part}
            label={labels[part]}
            left={left[part] ?? ''}
            right={right[part] ?? ''}
            sides={sides}
          />
        ))}
      {equal.length > 0 && (
        <Text size="sm" c="dimmed">
          {equal.length === templateParts.length ? 'Both are equal.' : `Equal in both: ${equal.join(', ')}.`}
        </Text>
      )}
    </Stack>
  )
}
