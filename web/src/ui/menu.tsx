import { Check } from 'lucide-react';
import { DropdownMenu as MenuPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#lib/cn.ts';

/** Not modal: the page behind stays readable for assistive technology. */
export function Menu(props: ComponentProps<typeof MenuPrimitive.Root>) {
  return <MenuPrimitive.Root modal={false} {...props} />;
}
export const MenuTrigger = MenuPrimitive.Trigger;
export const MenuRadioGroup = MenuPrimitive.RadioGroup;

export function MenuContent({
  className,
  sideOffset = 6,
  align = 'end',
  ...rest
}: ComponentProps<typeof MenuPrimitive.Content>) {
  return (
    <MenuPrimitive.Portal>
      <MenuPrimitive.Content
        sideOffset={sideOffset}
        align={align}
        collisionPadding={12}
        className={cn(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 animate-in-fade overflow-y-auto rounded-card border border-line bg-cloth p-1 shadow-lift focus:outline-none',
          className,
        )}
        {...rest}
      />
    </MenuPrimitive.Portal>
  );
}

const item =
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-control px-2.5 py-1.5 text-sm outline-none select-none data-disabled:text-muted data-highlighted:bg-woad-soft touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

export function MenuItem({
  className,
  destructive = false,
  ...rest
}: ComponentProps<typeof MenuPrimitive.Item> & { destructive?: boolean }) {
  return (
    <MenuPrimitive.Item
      className={cn(
        item,
        destructive ? 'text-madder data-highlighted:bg-madder-soft' : '[&>svg]:text-muted',
        className,
      )}
      {...rest}
    />
  );
}

export type MenuRadioItemProps = ComponentProps<typeof MenuPrimitive.RadioItem> & {
  /** Its words say whether it is the chosen one: no check mark beside them. */
  saysChosen?: boolean;
};

export function MenuRadioItem({ className, children, saysChosen = false, ...rest }: MenuRadioItemProps) {
  return (
    <MenuPrimitive.RadioItem className={cn(item, 'justify-between', className)} {...rest}>
      <span className="flex flex-1 items-center gap-2.5 [&>svg]:text-muted">{children}</span>
      {saysChosen ? null : (
        <MenuPrimitive.ItemIndicator>
          <Check className="text-woad" aria-hidden="true" />
        </MenuPrimitive.ItemIndicator>
      )}
    </MenuPrimitive.RadioItem>
  );
}

export function MenuLabel({ className, ...rest }: ComponentProps<typeof MenuPrimitive.Label>) {
  return (
    <MenuPrimitive.Label className={cn('px-2.5 pt-2 pb-1 text-xs font-semibold text-muted', className)} {...rest} />
  );
}

export function MenuSeparator() {
  return <MenuPrimitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}
