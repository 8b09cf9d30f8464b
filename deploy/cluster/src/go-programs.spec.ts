import { describe, expect, it } from '@jest/globals';
import { moduleOverKubernetes, versionFlags } from './go-programs.ts';

const KUBERNETES = `// generated
module k8s.io/kubernetes

go 1.26.0

godebug default=go1.26

require (
	k8s.io/api v0.0.0
)

replace (
	k8s.io/api => ./staging/src/k8s.io/api
	k8s.io/client-go => ./staging/src/k8s.io/client-go
)

exclude (
	example.com/other v1.0.0
)
`;

describe('a program over Kubernetes', () => {
  it('takes the published parts of the same release instead of the folders beside it', () => {
    expect(moduleOverKubernetes('kube', KUBERNETES, '1.36.3')).toBe(`module kube
go 1.26.0
godebug default=go1.26
require k8s.io/kubernetes v1.36.3
replace (
	k8s.io/api => k8s.io/api v0.36.3
	k8s.io/client-go => k8s.io/client-go v0.36.3
)
`);
  });

  it('knows its version: a chart may ask for it', () => {
    expect(versionFlags('1.36.3')).toContain('-X k8s.io/component-base/version.gitVersion=v1.36.3 ');
    expect(versionFlags('1.36.3')).toContain('-X k8s.io/client-go/pkg/version.gitMinor=36');
  });
});
