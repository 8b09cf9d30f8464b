import { supportEmail } from '#lib/support.ts';
import { Wordmark } from '#ui/index.ts';

const width = 'mx-auto w-full max-w-6xl px-4 sm:px-6';

export function SiteFooter() {
  return (
    <footer className="border-t border-line bg-cloth">
      <div className={`${width} flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-8`}>
        <Wordmark className="text-base" markClassName="size-6" />
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          {[
            ['/privacy-policy', 'Privacy Policy'],
            ['/terms-of-service', 'Terms of Service'],
            ['/data-deletion', 'Delete My Data'],
            [`mailto:${supportEmail}`, 'Contact Support'],
          ].map(([href, label]) => (
            <a
              key={href}
              href={href}
              className="rounded-sm py-1 text-muted underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current"
            >
              {label}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}
