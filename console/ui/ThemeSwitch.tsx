import { SegmentedControl, useMantineColorScheme } from '@mantine/core'

const schemes = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Light, dark, or the system's scheme; Mantine keeps the choice in local storage. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label="Colours"
      size="xs"
      fullWidth
      data={[...schemes]}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as (typeof schemes)[number]['value'])}
    />
  )
}
