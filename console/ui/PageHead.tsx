import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PageHead.module.css'

/** A screen's head: its title, the count of its rows, and its main action. */
export function PageHead(props: { title: string; count?: string | null; children?: ReactNode }) {
  return (
    <Group justify="space-between" align="baseline" mih={36} mb="lg" gap="lg">
      <Group gap="lg" align="baseline">
        <Title order={1} className={classes.title}>
          {props.title}
        </Title>
        <Text c="dimmed" size="sm" aria-live="polite" component="span">
          {props.count}
        </Text>
      </Group>
      <Group gap="sm">{props.children}</Group>
    </Group>
  )
}
