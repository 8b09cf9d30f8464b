import { useMemo, type ComponentProps } from 'react';
import { timeZoneOptions } from '#lib/time-zones.ts';
import { NativeSelect } from '#ui/index.ts';

/** Every zone of the browser with its present offset. `include` keeps a stored zone that the browser does not know. */
export function TimeZoneSelect({ include, ...rest }: ComponentProps<typeof NativeSelect> & { include: string }) {
  const options = useMemo(() => timeZoneOptions(new Date(), include), [include]);
  return (
    <NativeSelect {...rest}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}
