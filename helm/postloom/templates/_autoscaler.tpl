{{/*
By CPU with Kubernetes' own autoscaler. With KEDA by what waits as well: rows of the service's database, events of its consumers. KEDA then
owns the CPU's part too.
*/}}
{{- define "postloom.autoscaler" }}
{{- $name := include "postloom.name" . }}
{{- $keda := .root.Values.keda }}
{{- $facts := .facts | default dict }}
{{- $consumers := list }}
{{- if $keda.enabled }}
{{- $consumers = get (.root.Files.Get "files/consumers.json" | fromJson) .part | default list }}
{{- end }}
{{- $waiting := and $keda.enabled $facts.waiting }}
{{- if or .own.autoscaling.triggers $consumers $waiting }}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: {{ $name }}
  labels: {{- include "postloom.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { name: {{ $name }} }
  minReplicaCount: {{ .own.autoscaling.min }}
  maxReplicaCount: {{ .own.autoscaling.max }}
  triggers:
    - type: cpu
      metricType: Utilization
      metadata: { value: {{ .own.autoscaling.cpuPercent | quote }} }
    {{- if $waiting }}
    - type: postgresql
      metadata:
        query: {{ $facts.waiting | quote }}
        targetQueryValue: {{ $keda.rowsPerPod | quote }}
      authenticationRef: { name: {{ $name }} }
    {{- end }}
    {{- range $consumers }}
    - type: nats-jetstream
      metadata:
        natsServerMonitoringEndpoint: {{ required "keda.natsMonitoring: say where the broker's monitoring is" $keda.natsMonitoring | quote }}
        account: {{ $keda.natsAccount | quote }}
        stream: {{ .stream }}
        consumer: {{ .consumer }}
        lagThreshold: {{ $keda.eventsPerPod | quote }}
    {{- end }}
    {{- with .own.autoscaling.triggers }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- if $waiting }}
---
apiVersion: keda.sh/v1alpha1
kind: TriggerAuthentication
metadata:
  name: {{ $name }}
  labels: {{- include "postloom.labels" . | nindent 4 }}
spec:
  secretTargetRef:
    - { parameter: connection, name: {{ .own.secret | default $name }}, key: WORKER_DATABASE_URL }
{{- end }}
{{- else }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $name }}
  labels: {{- include "postloom.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ $name }} }
  minReplicas: {{ .own.autoscaling.min }}
  maxReplicas: {{ .own.autoscaling.max }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .own.autoscaling.cpuPercent }} }
  behavior:
    scaleDown: { stabilizationWindowSeconds: 300 }
{{- end }}
{{- end }}
