import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { routeList } from '@postloom/contracts';
import type { RouteContract } from '@postloom/contracts';
import { ROUTE_CONTRACT } from './route.decorator.ts';

/** Every route of the contract has exactly one handler, or the gateway refuses to start. */
@Injectable()
export class RouteBootCheck implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const implemented = this.discovery.getControllers().flatMap(({ metatype }) => {
      const prototype = metatype?.prototype as Record<string, () => unknown> | undefined;
      return prototype
        ? this.scanner
            .getAllMethodNames(prototype)
            .map((name) =>
              this.reflector.get<RouteContract | undefined>(ROUTE_CONTRACT, prototype[name] ?? (() => undefined)),
            )
        : [];
    });
    const problems = routeList.flatMap((contract) => {
      const count = implemented.filter((found) => found === contract).length;
      return count === 1 ? [] : [`${contract.method} ${contract.path} has ${count} handlers`];
    });
    if (problems.length > 0) {
      throw new Error(`The HTTP contract is not kept: ${problems.join('; ')}`);
    }
  }
}
